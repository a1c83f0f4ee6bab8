"""A shop that sells one thing, on the standard library alone. README.md says how to start it.

An order is `open`, then `paid`, then perhaps `refunding` and `refunded` or `refund_failed`. Each
step is one UPDATE that names the state before it, so that whoever comes second changes nothing.
"""

import html
import os
import sqlite3
import sys
import urllib.parse
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../clients/python"))

from cowrie_payments import ApiError, Cowrie, CowrieError, WebhookError, webhooks

PRICE = 500_000  # In kobo: ₦5,000.00.

TABLES = """
create table if not exists customer_order (
  id text primary key, amount integer not null, state text not null default 'open'
);
create table if not exists ticket (
  order_id text primary key references customer_order, number text not null
);
"""


class Shop:
    def __init__(self, cowrie, secret, url, database):
        self.cowrie = cowrie
        self.secret = secret
        self.url = url
        self.db = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self.db.executescript(TABLES)
        self.lock = Lock()

    def handle(self, method, path, headers, body):
        """Answers (status, headers, text)."""
        parts = path.split("?")[0].strip("/").split("/")
        if (method, path) == ("GET", "/"):
            return page('<form method="post" action="/buy"><p>A ticket: ₦5,000.00</p>'
                        '<input name="name" placeholder="Name" required>'
                        '<input name="email" type="email" placeholder="Email" required>'
                        "<button>Buy</button></form>")
        if (method, path) == ("POST", "/buy"):
            form = dict(urllib.parse.parse_qsl(body.decode()))
            return self.buy(form.get("name", ""), form.get("email", ""))
        if (method, path) == ("POST", "/webhooks"):
            return self.receive(body, headers)
        if parts[0] == "orders" and len(parts) == 2 and method == "GET":
            return self.show(parts[1])
        if parts[0] == "orders" and parts[2:] == ["refund"] and method == "POST":
            # In a real shop, only your staff may do this.
            return self.refund(parts[1])
        return page("Not found", 404)

    def buy(self, name, email):
        order = uuid.uuid4().hex
        self.run("insert into customer_order (id, amount) values (?, ?)", order, PRICE)
        try:
            # The amount is ours, never the form's.
            payment = self.cowrie.transactions.initialize(
                amount=PRICE,
                email=email,
                name=name,
                reference=order,
                callback_url=f"{self.url}/orders/{order}",
            )
        except ApiError as error:
            wrong = ", ".join(field["message"] for field in error.fields) or error.message
            return page(html.escape(wrong), 400)
        return 303, {"Location": payment["authorization_url"]}, ""

    def show(self, order):
        """The customer comes here from the checkout, perhaps before the webhook."""
        if self.state(order) is None:
            return page("Not found", 404)
        self.settle(order)
        ticket = self.run("select number from ticket where order_id = ?", order).fetchone()
        text = f"Order {order}: {self.state(order)}"
        return page(text + (f", ticket {ticket[0]}" if ticket else ""))

    def receive(self, body, headers):
        try:
            hook = webhooks.verify(body, headers, self.secret)
        except WebhookError as error:
            return error.status, {}, str(error)
        # It can arrive twice, or after the customer: then nothing is left to change.
        reference = hook.data.get("reference", "")
        if hook.event == "transaction.success" and self.state(reference) is not None:
            self.settle(reference)
        if hook.event in ("refund.processed", "refund.failed"):
            self.finish_refund(hook.data)
        return 200, {}, "Thank you"

    def settle(self, order):
        """Fulfils the order once, if it is paid in full."""
        row = self.run("select amount, state from customer_order where id = ?", order).fetchone()
        if row is None or row[1] != "open":
            return
        try:
            paid = self.cowrie.transactions.verify(order)
        except ApiError as error:
            if error.code == "transaction_not_found":
                return
            raise
        expected = ("success", row[0], "NGN")
        # `amount` includes the fee if the customer bears it; `requested_amount` is the price.
        if (paid["status"], paid["requested_amount"], paid["currency"]) != expected:
            return
        with self.lock:
            self.db.execute("begin immediate")
            try:
                change = "update customer_order set state = 'paid' where id = ? and state = 'open'"
                if self.db.execute(change, (order,)).rowcount == 1:
                    ticket = "insert into ticket (order_id, number) values (?, ?)"
                    self.db.execute(ticket, (order, uuid.uuid4().hex[:8]))
                self.db.execute("commit")
            except BaseException:
                self.db.execute("rollback")
                raise

    def refund(self, order):
        change = "update customer_order set state = 'refunding' where id = ? and state = 'paid'"
        self.run(change, order)
        if self.state(order) != "refunding":
            return page("Only a paid order can be refunded", 409)
        # A second click, or a repetition after a crash, has the same key and refunds once.
        refund = self.cowrie.refunds.create(transaction=order, idempotency_key=f"refund-{order}")
        self.finish_refund(self.cowrie.refunds.get(refund["id"]))
        return 303, {"Location": f"/orders/{order}"}, ""

    def finish_refund(self, refund):
        ends = {"processed": "refunded", "failed": "refund_failed"}
        if refund["status"] in ends:
            change = "update customer_order set state = ? where id = ? and state = 'refunding'"
            self.run(change, ends[refund["status"]], refund["transaction_reference"])

    def state(self, order):
        row = self.run("select state from customer_order where id = ?", order).fetchone()
        return row and row[0]

    def run(self, statement, *values):
        with self.lock:
            return self.db.execute(statement, values)


def page(text, status=200):
    headers = {"Content-Type": "text/html; charset=utf-8"}
    return status, headers, f"<!doctype html><title>Shop</title>{text}"


def serve(shop, port):
    class Handler(BaseHTTPRequestHandler):
        def respond(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            try:
                status, headers, text = shop.handle(self.command, self.path, self.headers, body)
            except CowrieError as error:
                self.log_error("%s", error)
                status, headers, text = page("Please try again in a minute", 503)
            sent = text.encode()
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(sent))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = respond

    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "3000"))
    shop_url = os.environ.get("SHOP_URL", f"http://localhost:{port}")
    secret = os.environ["WEBHOOK_SECRET"]
    shop = Shop(Cowrie(), secret, shop_url, os.environ.get("SHOP_DATABASE", "shop.sqlite"))
    print(f"The shop is at {shop_url}", flush=True)
    serve(shop, port)
