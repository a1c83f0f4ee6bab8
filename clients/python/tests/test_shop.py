"""examples/shop-python, before a running service: see test_client.py."""

import json
import os
import sys
import unittest
import urllib.parse
import uuid

from cowrie_payments import Cowrie, webhooks

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path.append(os.path.join(ROOT, "examples", "shop-python"))

from shop import PRICE, Shop  # noqa: E402

SECRET = "whsec_of_the_shop"


class SampleShop(unittest.TestCase):
    def setUp(self):
        self.cowrie = Cowrie()
        self.shop = Shop(self.cowrie, SECRET, "http://shop.example", ":memory:")

    def post(self, path, body="", headers=None):
        return self.shop.handle("POST", path, headers or {}, body.encode())

    def show(self, order):
        return self.shop.handle("GET", f"/orders/{order}?reference={order}", {}, b"")[2]

    def buy(self):
        form = {"name": "Ada Example", "email": f"ada-{uuid.uuid4().hex[:9]}@example.com"}
        status, headers, _ = self.post("/buy", urllib.parse.urlencode(form))
        self.assertEqual(status, 303)
        self.assertIn("http", headers["Location"])
        return self.shop.run("select max(id) from customer_order").fetchone()[0]

    def tell(self, event, data):
        body = json.dumps({"event": event, "data": data, "created_at": "2026-01-02T03:04:05Z"})
        return self.post("/webhooks", body, webhooks.sign(body, SECRET))[0]

    def tickets(self):
        return self.shop.run("select count(*) from ticket").fetchone()[0]

    def test_shop(self):
        """the shop fulfils a paid order once, and refunds it once"""
        self.assertIn("5,000.00", self.shop.handle("GET", "/", {}, b"")[2])
        order = self.buy()
        self.assertEqual(self.tell("transaction.success", {"reference": order}), 200)
        self.assertIn(": open", self.show(order))
        self.cowrie.sandbox.pay_transaction(order, channel="card")
        for _ in range(2):
            self.assertEqual(self.tell("transaction.success", {"reference": order}), 200)
            self.assertIn(": paid, ticket", self.show(order))
        self.assertEqual(self.tickets(), 1)
        for _ in range(2):
            self.post(f"/orders/{order}/refund")
        (refund,) = self.cowrie.refunds.list(transaction=order)
        self.assertEqual(refund["amount"], PRICE)
        self.tell("refund.processed", {**refund, "status": "processed"})
        self.assertIn(": refunded", self.show(order))
        self.assertEqual(self.post(f"/orders/{order}/refund")[0], 409)

    def test_wrong_amount(self):
        """the shop delivers nothing for another amount than its price"""
        order = self.buy()
        self.shop.run("update customer_order set amount = amount + 1 where id = ?", order)
        self.cowrie.sandbox.pay_transaction(order, channel="card")
        self.assertEqual(self.tell("transaction.success", {"reference": order}), 200)
        self.assertIn(": open", self.show(order))
        self.assertEqual(self.tickets(), 0)

    def test_fee_of_customer(self):
        """the shop delivers to a customer who bears the fee"""
        order = "order-" + os.urandom(5).hex()
        self.shop.run("insert into customer_order (id, amount) values (?, ?)", order, PRICE)
        self.cowrie.transactions.initialize(
            amount=PRICE,
            email="ada@example.com",
            name="Ada Example",
            reference=order,
            fee_bearer="customer",
        )
        self.cowrie.sandbox.pay_transaction(order, channel="card")
        self.assertEqual(self.tell("transaction.success", {"reference": order}), 200)
        self.assertIn(": paid, ticket", self.show(order))

    def test_others(self):
        """the shop rejects webhooks of others, invalid buyers and unknown orders"""
        body = '{"event":"transaction.success","data":{},"created_at":"x"}'
        self.assertEqual(self.post("/webhooks", body)[0], 400)
        self.assertEqual(self.post("/webhooks", body, webhooks.sign(body, "whsec_other"))[0], 401)
        status, _, text = self.post("/buy", "name=Ada+Example&email=nobody")
        self.assertEqual(status, 400)
        self.assertIn("email", text)
        self.assertIn("Not found", self.show("nothing"))
        self.assertEqual(self.post("/orders/nothing/refund")[0], 409)
