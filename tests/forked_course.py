"""What the process imports that forks `course` for the tests: there, its programs are forked too."""

from tests.forked_programs import fork_from_here_on

fork_from_here_on()
