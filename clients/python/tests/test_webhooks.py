import json
import os
import time
import unittest

from cowrie_payments import CowrieError, WebhookError, webhooks

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
with open(os.path.join(ROOT, "docs", "webhook-vectors.json"), encoding="utf-8") as file:
    VECTORS = json.load(file)["vectors"]

SECRET = "whsec_640sopQDsipzsoXd3FQyHhV2VgVFejItbfKfZnz2iAk="
BODY = '{"event":"webhook.test","data":{"message":"Adé 😀"},"created_at":"2026-01-02T03:04:05Z"}'
NOW = 1_767_323_045


def headers_of(vector, **changes):
    headers = {
        "X-Service-Timestamp": str(vector["timestamp"]),
        "X-Service-Signature": vector["x_service_signature"],
        "X-Service-Event-Id": vector["id"],
        "X-Service-Attempt": "3",
    }
    return {**headers, **changes}


class Webhooks(unittest.TestCase):
    def code_of(self, *args, **kwargs):
        with self.assertRaises(WebhookError) as raised:
            webhooks.verify(*args, **kwargs)
        self.assertIsInstance(raised.exception, CowrieError)
        return raised.exception.status, raised.exception.code

    def test_vectors(self):
        """every vector is verified, and signed alike"""
        self.assertGreaterEqual(len(VECTORS), 8)
        for vector in VECTORS:
            with self.subTest(vector["name"]):
                now, body = vector["timestamp"], vector["body"]
                for raw in (body, body.encode()):
                    hook = webhooks.verify(raw, headers_of(vector), vector["secrets"], now=now)
                    self.assertEqual((hook.id, hook.attempt), (vector["id"], 3))
                    self.assertEqual(hook.payload, json.loads(body))
                    self.assertEqual(hook.event, json.loads(body)["event"])
                made = webhooks.sign(body, vector["secrets"][0], id=vector["id"], attempt=3, now=now)
                self.assertEqual(made.pop("Content-Type"), "application/json")
                self.assertEqual(made, headers_of(vector))

    def test_altered_vectors(self):
        """no vector is verified with another body, secret, time or signature"""
        for vector in VECTORS:
            now, body, secrets = vector["timestamp"], vector["body"], vector["secrets"]
            later = {"X-Service-Timestamp": str(now + 1)}
            last = "1" if vector["x_service_signature"][-1] == "0" else "0"
            other = {"X-Service-Signature": vector["x_service_signature"][:-1] + last}
            none = {"X-Service-Signature": ""}
            for raw, headers, secret in (
                (body + " ", headers_of(vector), secrets),
                (body, headers_of(vector), secrets[0] + "="),
                (body, headers_of(vector, **later), secrets),
                (body, headers_of(vector, **other), secrets),
                (body, headers_of(vector, **none), secrets),
            ):
                with self.subTest(vector["name"]):
                    self.assertEqual(self.code_of(raw, headers, secret, now=now), (401, "forged"))

    def test_time(self):
        """a timestamp is taken within the tolerance, to both sides, and no further"""
        headers = webhooks.sign(BODY, SECRET, now=NOW)
        for now in (NOW - 300, NOW + 300):
            self.assertEqual(webhooks.verify(BODY, headers, SECRET, now=now).id, "evt_test")
        for now in (NOW - 301, NOW + 301):
            self.assertEqual(self.code_of(BODY, headers, SECRET, now=now), (400, "stale"))
        self.assertEqual(webhooks.verify(BODY, headers, SECRET, now=NOW + 9, tolerance=9).attempt, 1)
        wrong = self.code_of(BODY, headers, SECRET, now=NOW + 10, tolerance=9)
        self.assertEqual(wrong, (400, "stale"))
        # The clock is read where no time is given.
        self.assertEqual(self.code_of(BODY, headers, SECRET), (400, "stale"))
        webhooks.verify(BODY, webhooks.sign(BODY, SECRET, now=time.time() - 5), SECRET)

    def test_timestamps_that_are_none(self):
        """what is not a timestamp is named so"""
        for value in ("", "-5", "1e9", "１７６７３２３０４５", "9" * 13, "1767323045 "):
            headers = {**webhooks.sign(BODY, SECRET), "X-Service-Timestamp": value}
            self.assertEqual(self.code_of(BODY, headers, SECRET), (400, "no_timestamp"))

    def test_header_names(self):
        """headers are found in lower case and in a WSGI environ"""
        signed = webhooks.sign(BODY, SECRET)
        environ = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in signed.items()}
        for headers in (signed, {name.lower(): value for name, value in signed.items()}, environ):
            self.assertEqual(webhooks.verify(BODY, headers, SECRET).data, {"message": "Adé 😀"})

    def test_secrets(self):
        """either of two secrets is right, and none is an error of the program"""
        headers = webhooks.sign(BODY, SECRET)
        for secrets in (["whsec_other", SECRET], [SECRET, "whsec_other"], (SECRET,)):
            self.assertEqual(webhooks.verify(BODY, headers, secrets).event, "webhook.test")
        for missing in ("", [], [SECRET, ""], [None]):
            with self.assertRaises(ValueError):
                webhooks.verify(BODY, headers, missing)
        with self.assertRaises(TypeError):
            webhooks.verify(json.loads(BODY), headers, SECRET)


if __name__ == "__main__":
    unittest.main()
