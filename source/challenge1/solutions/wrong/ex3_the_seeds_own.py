# The seed's own code: [0] for a full house and for two pair that are not there.


class Hand(Hand):
    def eval(self):
        """Evaluate the value of a hand."""

        # START SOLUTION

        from collections import Counter

        # Do we have flush? Are all suit the same as 1st?

        first_suit = self.cards[0].suit

        if all(c.suit == first_suit for c in self.cards):
            flush = 1
        else:
            flush = 0

        # For everything else, we'll set to 0 until we find we
        # have it

        straight_flush = four = straight = three = pair = 0

        full_house = [0]
        two_pair = [0]

        # Ranks of cards in hand, in descending order
        ranks = sorted([c.rank for c in self.cards],
                       reverse=True)

        # Now, here's the most helpful part
        #
        # Use the Counter() class of collections, which
        # counts how many times something appears in a list.
        # This returns an object with a most_common() method,
        # which gives us a list of tuples of (item, count),
        # and sorted hi-count to low-count.

        # So, for a hand with ranks of 9, 9, 4, 3, 2, this
        # gives us [(9, 2), (4, 1), (3, 1), (2, 1)]
        # Looking at that output, we can tell our best
        # matching is the pair-of-9s (if we had a triple
        # or four-of-kind, those would be sorted earlier
        # in the list)

        rank_counts = Counter(ranks).most_common()

        if rank_counts[0][1] == 4:
            # Most common rank has 4: we have four-of-a-kind
            # Keep track of what our 4-of-kind rank is
            four = rank_counts[0][0]

        elif rank_counts[0][1] == 3:
            # Most common rank has 3: we have three-of-kind
            # Keep track of what our 3-of-kind rank is
            three = rank_counts[0][0]

            if rank_counts[1][1] == 2:
                # We have full house
                # Keep track of [triple-rank, pair-rank]
                full_house = [
                    rank_counts[0][0], rank_counts[1][0]
                ]

        elif rank_counts[0][1] == 2:
            # We have a pair! Keep track of our pair rank
            pair = rank_counts[0][0]

            if rank_counts[1][1] == 2:
                # Second pair; need to know which pair is
                # the higher rank, so let's sort them
                two_pair = sorted(
                    [rank_counts[1][0], rank_counts[0][0]],
                    reverse=True)

                # To ensure entire evaluation tuple is right,
                # use hi-pair in the pair slot in tuple
                pair = two_pair[0]

        else:
            # We have no pairs -- all ranks are different

            # Is this a straight?
            #
            # Most straights: check if high-low rank == 4

            if ranks[0] - ranks[4] == 4:
                straight = ranks[0]

            # Special case: find a A,2,3,4,5 straight
            elif ranks == [14, 5, 4, 3, 2]:
                # Since A used as 1, high card in this is 5
                straight = 5

            # Do we have a straight flush?

            if flush and straight:
                straight_flush = straight

        # Return tuple of findings, most-powerful to least
        #
        # At end, include the card ranks, sorted high-to-low.
        # This allows ranking no-pair hands and is also used
        # to break ties for other things (if both players have
        # pairs of 6s, player with "AQJ" left over will beat
        # player with "KQJ" left over.

        return (straight_flush,
                four,
                full_house,
                flush,
                straight,
                three,
                two_pair,
                pair,
                ranks)
