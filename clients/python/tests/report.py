"""Runs the tests here and prints a line of JSON for each, for `npm test`. Without it:
``python -m unittest discover tests`` with the environment variables that test_client.py names."""

import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]


class Lines(unittest.TestResult):
    def addSuccess(self, test):
        self.tell(test, None)

    def addFailure(self, test, err):
        self.tell(test, self._exc_info_to_string(err, test))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.tell(subtest, self._exc_info_to_string(err, test))

    def tell(self, test, error):
        name = test.shortDescription() or str(test)
        print("@" + json.dumps({"test": name, "error": error}), flush=True)


unittest.defaultTestLoader.discover(HERE).run(Lines())
print("@" + json.dumps({"end": sys.version.split()[0]}), flush=True)
