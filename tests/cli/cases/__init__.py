"""Faults in the input, by kind of file: name of the case, what spoils the good files, arguments of the program."""
from . import entries, files, studies, track, vehicle, verbs

# In the order of messages.txt.
CASES = entries.CASES | files.CASES | vehicle.CASES | track.CASES | verbs.CASES | studies.CASES
assert len(CASES) == sum(len(kind.CASES) for kind in (entries, files, vehicle, track, verbs, studies)), "two cases have one name"
