"""Against a running service in test mode. COWRIE_URL and COWRIE_SECRET_KEY say which;
COWRIE_FAULTS_URL is a proxy before it that loses and changes answers (test/clients/faults.ts)."""

import json
import os
import unittest
import urllib.request
import uuid

import cowrie_payments
from cowrie_payments import ApiError, ConnectionFailed, Cowrie, Response, types

FAULTS = os.environ.get("COWRIE_FAULTS_URL", "")


def new_email():
    return f"ada-{uuid.uuid4().hex[:12]}@example.com"


class Faulty:
    """A client whose requests go through the proxy."""

    def __init__(self, fault, **options):
        self.id = uuid.uuid4().hex
        self.waits = []
        url = f"{FAULTS}/{fault}/{self.id}"
        self.client = Cowrie(base_url=url, sleep=self.waits.append, **options)

    def seen(self):
        with urllib.request.urlopen(f"{FAULTS}/seen/{self.id}") as answer:
            return json.load(answer)


class Client(unittest.TestCase):
    def setUp(self):
        self.cowrie = Cowrie()

    def initialize(self, cowrie=None, **changes):
        given = {"amount": 500_000, "email": new_email(), "name": "Ada Example", **changes}
        return (cowrie or self.cowrie).transactions.initialize(**given)

    def refusal(self, call, *args, **kwargs):
        with self.assertRaises(ApiError) as raised:
            call(*args, **kwargs)
        return raised.exception

    def test_payment(self):
        """a payment is initialized, paid, verified and refunded once"""
        made = self.initialize(metadata={"order": 1042, "gift": None})
        self.assertTrue(made["authorization_url"].startswith("http"))
        reference = made["reference"]
        self.assertNotEqual(self.cowrie.transactions.verify(reference)["status"], "success")
        self.cowrie.sandbox.pay_transaction(reference, channel="card")
        paid = self.cowrie.transactions.verify(reference)
        self.assertEqual((paid["status"], paid["amount"]), ("success", 500_000))
        self.assertEqual(paid["metadata"], {"order": 1042, "gift": None})
        refund = self.cowrie.refunds.create(transaction=paid["id"], amount=200_000)
        self.assertIn(refund["status"], ("pending", "processed"))
        self.assertEqual(refund["amount"], 200_000)
        rest = {"transaction": paid["id"], "amount": 300_001}
        self.assertEqual(self.refusal(self.cowrie.refunds.create, **rest).code, "refund_too_large")

    def test_values_from_the_future(self):
        """a value from a later service is a string, and no exception"""
        faulty = Faulty("future")
        reference = self.initialize()["reference"]
        self.assertEqual(faulty.client.transactions.verify(reference)["status"], "in_review")
        self.assertEqual(faulty.client.transactions.list().data[0]["status"], "in_review")
        error = self.refusal(faulty.client.transactions.verify, "nothing")
        self.assertEqual(error.code, "transaction_archived")

    def test_large_amounts(self):
        """an amount beyond 32 bits arrives as it is"""
        made = self.initialize(amount=5_000_000_001)
        found = self.cowrie.transactions.verify(made["reference"])
        self.assertEqual(found["amount"], 5_000_000_001)

    def test_pages(self):
        """iterating a list goes on to every page, each record once and in order"""
        email = new_email()
        made = [self.initialize(email=email)["reference"] for _ in range(5)]
        page = self.cowrie.transactions.list(q=email, per_page=2)
        self.assertEqual([one["reference"] for one in page.data], made[:2:-1])
        self.assertEqual([one["reference"] for one in page], made[::-1])
        second = page.next_page()
        self.assertEqual([one["reference"] for one in second.data], made[2:0:-1])
        self.assertIsNone(second.next_page().next_page())
        numbered = self.cowrie.transactions.list(q=email, per_page=2, page=2)
        self.assertEqual([one["reference"] for one in numbered], made[2::-1])
        self.assertEqual(list(self.cowrie.transactions.list(q=new_email())), [])
        faulty = Faulty("lose/0")
        list(faulty.client.transactions.list(q=email, per_page=2, page=2))
        self.assertEqual(["page=" in one["url"] for one in faulty.seen()], [True, False])

    def test_invalid_fields(self):
        """an invalid request names its fields, status, code and request id"""
        error = self.refusal(self.initialize, amount=1, email="nobody")
        self.assertEqual((error.status, error.code), (400, "invalid_request"))
        self.assertEqual({one["field"] for one in error.fields}, {"amount", "email"})
        self.assertTrue(all(one["code"] and one["message"] for one in error.fields))
        self.assertTrue(error.request_id and error.request_id in str(error))
        self.assertEqual(error.body["request_id"], error.request_id)

    def test_refusals(self):
        """a wrong key, an unknown payment and a reused key each have their code"""
        stranger = Cowrie("sk_test_0000000000000000000000000000000000000000")
        error = self.refusal(stranger.balance.get)
        self.assertEqual((error.status, error.code), (401, "invalid_key"))
        error = self.refusal(self.cowrie.transactions.verify, "nothing")
        self.assertEqual((error.status, error.code), (404, "transaction_not_found"))
        key = str(uuid.uuid4())
        first = self.initialize(email="ada@example.com", idempotency_key=key)
        again = self.initialize(email="ada@example.com", idempotency_key=key)
        self.assertEqual(first, again)
        error = self.refusal(self.initialize, amount=600_000, idempotency_key=key)
        self.assertEqual((error.status, error.code), (422, "idempotency_key_reused"))
        self.assertEqual(error.idempotency_key, key)

    def test_lost_answers(self):
        """a payment whose answers are lost is repeated with its key, and exists once"""
        for fault in ("lose/2", "cut/2"):
            faulty, email = Faulty(fault), new_email()
            made = self.initialize(faulty.client, email=email)
            seen = faulty.seen()
            self.assertEqual([one["method"] for one in seen], ["POST"] * 3)
            self.assertEqual(len({one["key"] for one in seen}), 1)
            self.assertTrue(seen[0]["key"])
            mine = [one["reference"] for one in self.cowrie.transactions.list(q=email)]
            self.assertEqual(mine, [made["reference"]])
            self.assertTrue(0.5 <= faulty.waits[0] <= 0.6 and 1 <= faulty.waits[1] <= 1.2)

    def test_keys_differ(self):
        """two calls have two keys"""
        faulty, email = Faulty("lose/0"), new_email()
        self.initialize(faulty.client, email=email)
        self.initialize(faulty.client, email=email)
        self.assertEqual(len({one["key"] for one in faulty.seen()}), 2)
        self.assertEqual(len(list(self.cowrie.transactions.list(q=email))), 2)

    def test_retries_end(self):
        """after the last attempt the error has the key, with which the call has one effect"""
        faulty, email = Faulty("lose/9", max_retries=1), new_email()
        with self.assertRaises(ConnectionFailed) as raised:
            self.initialize(faulty.client, email=email)
        error = raised.exception
        self.assertEqual(error.code, "connection_failed")
        self.assertEqual({one["key"] for one in faulty.seen()}, {error.idempotency_key})
        self.assertEqual(len(faulty.seen()), 2)
        self.initialize(email=email, idempotency_key=error.idempotency_key)
        self.assertEqual(len(list(self.cowrie.transactions.list(q=email))), 1)

    def test_what_is_repeated(self):
        """only what passes is repeated, and waits as long as the service says"""
        for status, code, after, attempts in (
            (429, "rate_limited", 3, 2),
            (503, "overloaded", 0, 2),
            (409, "idempotency_key_in_use", 0, 2),
            (502, "-", 0, 2),
            (504, "-", 0, 2),
            (504, "rail_timeout", 0, 1),
            (503, "not_available_live", 0, 1),
            (429, "rate_limited", 3600, 1),
            (500, "internal_error", 0, 1),
            (409, "duplicate_reference", 0, 1),
            (400, "invalid_request", 0, 1),
        ):
            with self.subTest(f"{status} {code} after {after} s"):
                faulty = Faulty(f"say/{status}/{code}/{after}/1")
                if attempts == 1:
                    error = self.refusal(self.initialize, faulty.client)
                    self.assertEqual(error.code, code)
                    self.assertEqual(error.retry_after, after or None)
                else:
                    self.initialize(faulty.client)
                    self.assertTrue((after or 0.5) <= faulty.waits[0] <= (after or 0.5) * 1.2)
                self.assertEqual(len(faulty.seen()), attempts)

    def test_reads_and_deletes(self):
        """a read that is lost is repeated, a deletion is not"""
        faulty = Faulty("lose/1")
        self.assertEqual(faulty.client.balance.get()["currency"], "NGN")
        self.assertEqual([one["key"] for one in faulty.seen()], [None, None])
        faulty = Faulty("lose/1")
        with self.assertRaises(ConnectionFailed):
            faulty.client.splits.remove_subaccount("SPL_x", "ACCT_x")
        self.assertEqual(len(faulty.seen()), 1)

    def test_versions(self):
        """a change is made only from the version that was read, also if its answer is lost"""
        made = self.cowrie.payment_links.create(name="Adire workshop")
        tag = self.cowrie.payment_links.get(made["id"])["etag"]
        self.assertEqual(made["etag"], tag)
        update = Faulty("lose/1").client.payment_links.update
        changed = update(made["id"], name="Batik", if_match=tag)
        self.assertEqual((changed["name"], changed["etag"] == tag), ("Batik", False))
        late = self.refusal(update, made["id"], name="Late", if_match=tag)
        self.assertEqual((late.status, late.code), (412, "version_conflict"))

    def test_timeouts(self):
        """a service that does not answer is left in time, and asked again with the same key"""
        faulty = Faulty("hang/1", attempt_timeout=1.5)
        self.initialize(faulty.client)
        self.assertGreaterEqual(len(faulty.seen()), 2)
        self.assertEqual(len({one["key"] for one in faulty.seen()}), 1)
        faulty = Faulty("hang/9", max_retries=0)
        with self.assertRaises(ConnectionFailed) as raised:
            faulty.client.balance.get(timeout=0.3)
        self.assertEqual(raised.exception.code, "timeout")

    def test_nobody_listens(self):
        """an address at which nobody listens is a failed connection"""
        waits = []
        cowrie = Cowrie(base_url="http://127.0.0.1:1", max_retries=2, sleep=waits.append)
        with self.assertRaises(ConnectionFailed) as raised:
            cowrie.balance.get()
        self.assertEqual((raised.exception.code, len(waits)), ("connection_failed", 2))

    def test_redirects(self):
        """a redirect is not followed, so that the key goes nowhere else"""
        faulty = Faulty("redirect")
        self.assertEqual(self.refusal(faulty.client.balance.get).code, "http_302")
        self.assertEqual(len(faulty.seen()), 1)

    def test_answers_that_are_not_json(self):
        """a page instead of an answer is an error"""
        faulty = Faulty("page")
        with self.assertRaises(ConnectionFailed) as raised:
            faulty.client.balance.get()
        self.assertEqual(raised.exception.code, "invalid_response")

    def test_files(self):
        """text is a string, and a picture bytes"""
        self.assertIn("reference", self.cowrie.transactions.export().split("\n")[0])
        link = self.cowrie.payment_links.create(name="Tickets", amount=250_000)
        self.assertEqual(self.cowrie.payment_links.get_qr_png(link["id"])[:4], b"\x89PNG")
        faulty = Faulty("cut/1")
        whole = self.cowrie.payment_links.get_qr_png(link["id"])
        self.assertEqual(faulty.client.payment_links.get_qr_png(link["id"]), whole)
        self.assertEqual(len(faulty.seen()), 2)
        self.assertIn("<svg", self.cowrie.payment_links.get_qr_svg(link["id"]))

    def test_null_and_left_out(self):
        """None is sent as null, and what is left out does not change"""
        url = "http://localhost:3000/webhooks"
        settings = self.cowrie.webhooks.update(url=url)
        self.assertEqual(settings["url"], url)
        settings = self.cowrie.webhooks.update(events=["payout.success"])
        self.assertEqual((settings["url"], settings["events"]), (url, ["payout.success"]))
        self.assertIsNone(self.cowrie.webhooks.update(url=None)["url"])

    def test_paths(self):
        """what goes into an address stays one part of it"""
        faulty = Faulty("lose/0")
        for reference in ("a/b?c#d", "../balance", "é"):
            error = self.refusal(faulty.client.transactions.verify, reference)
            self.assertIn(error.status, (400, 404))
        path = f"{FAULTS}/lose/0/{faulty.id}/api/v1/transactions/verify/"[len(FAULTS) :]
        urls = [one["url"] for one in faulty.seen()]
        self.assertEqual(urls[0], f"{path}a%2Fb%3Fc%23d")
        self.assertEqual(urls[1], f"{path}..%2Fbalance")
        for nothing in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.cowrie.transactions.verify(nothing)

    def test_configuration(self):
        """a client without a secret key or an address is not made, and does not print its key"""
        for arguments in ({"secret_key": "pk_test_x"}, {"base_url": "pay.example.com"}):
            with self.assertRaises(ValueError):
                Cowrie(**{"secret_key": "sk_test_x", "base_url": "https://x.example", **arguments})
        self.assertNotIn("sk_test_", repr(Cowrie("sk_test_hidden")))

    def test_transport(self):
        """another transport can be given"""
        sent = []

        def transport(request):
            sent.append(request)
            return Response(200, {}, b'{"status":"success","data":{"currency":"NGN"}}')

        cowrie = Cowrie("sk_test_x", base_url="https://pay.example.com/", transport=transport)
        self.assertEqual(cowrie.balance.get(), {"currency": "NGN"})
        self.assertEqual(sent[0].url, "https://pay.example.com/api/v1/balance")
        self.assertEqual(sent[0].headers["Authorization"], "Bearer sk_test_x")
        agent = f"cowrie-payments-python/{cowrie_payments.__version__}"
        self.assertEqual(sent[0].headers["User-Agent"], agent)
        self.assertEqual(sent[0].headers["X-Service-Version"], types.API_VERSION)


if __name__ == "__main__":
    unittest.main()
