"""What each Python client is driven with: our own API, and the report of its calls."""

import json
import os
import sys
import urllib.request

BASE = os.environ["COWRIE_URL"]
KEY = os.environ["SHOP_KEY"]
PAYSTACK = f"{BASE}/paystack"
ACCOUNT = {"account_number": "0000000018", "bank_code": "058"}


def own(name):
    """A reference that no earlier run has used."""
    return f"{name}-{os.getpid()}"


def pay(reference, channel="card"):
    """Pays as the customer would."""
    send(f"/sandbox/transactions/{reference}/pay", {"channel": channel})


def keep(email):
    """The code of a card that this customer let the shop keep, at the checkout."""
    asked = {"email": email, "amount": 5_000, "save_card": "required"}
    begun = post(f"{PAYSTACK}/transaction/initialize", asked)["data"]
    card = {"number": "4084084084084081", "cvv": "408", "exp_month": 12, "exp_year": 2099}
    post(f"{BASE}/checkout/{begun['access_code']}/card", {**card, "save_card": True})
    found = f"{PAYSTACK}/transaction/verify/{begun['reference']}"
    return post(found, None)["data"]["authorization"]["authorization_code"]


def transfer_to(account_number, amount):
    send("/sandbox/transfers", {"account_number": account_number, "amount": amount})


def send(path, body):
    return post(f"{BASE}/api/v1{path}", body)["data"]


def post(url, body):
    """A GET without a body."""
    request = urllib.request.Request(
        url,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


class Report:
    """Prints a line of JSON for each call: its name, and why it failed."""

    def __init__(self):
        self.failed = 0

    def call(self, name, run, check=lambda answer: True):
        why = None
        answer = None
        try:
            answer = run()
            if not check(answer):
                why = f"unexpected answer: {answer!r}"[:500]
        except Exception as error:
            why = f"{type(error).__name__}: {error}"[:500]
        self.failed += why is not None
        print(json.dumps({"call": name, "why": why}), flush=True)
        return answer

    def end(self):
        sys.exit(1 if self.failed else 0)
