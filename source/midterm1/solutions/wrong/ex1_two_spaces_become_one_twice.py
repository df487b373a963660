# All white space becomes spaces, and two spaces become one twice, which is not enough for five in a row.


def hand_from_str(s: str) -> int:
    for white in '\t\n\r\x0b\x0c':
        s = s.replace(white, ' ')
    s = s.strip().replace('  ', ' ').replace('  ', ' ')
    return sum(poker_info['CARDS'][name.upper()] for name in s.split(' ')) if s else 0
