"""paystackapi: answers are plain dictionaries."""

import paystackapi
from shop import ACCOUNT, KEY, PAYSTACK, Report, keep, own, pay

paystackapi.API_URL = f"{PAYSTACK}/"

from paystackapi.paystack import Paystack  # noqa: E402

client = Paystack(secret_key=KEY)
report = Report()


def call(name, run):
    return report.call(name, run, lambda answer: answer["status"] is True)


transaction = client.transaction
call(
    "transaction.initialize",
    lambda: transaction.initialize(email="ada@example.com", amount="500000", reference=own("order-3")),
)
pay(own("order-3"))
paid = call("transaction.verify", lambda: transaction.verify(own("order-3")))
call("transaction.get", lambda: transaction.get(transaction_id=paid["data"]["id"]))
call("transaction.list", lambda: transaction.list(perPage=2))
call("transaction.totals", transaction.totals)
made = call(
    "customer.create",
    lambda: client.customer.create(email="bola@example.com", first_name="Bola"),
)
code = made["data"]["customer_code"]
call("customer.get", lambda: client.customer.get(code))
call("customer.list", client.customer.list)
call("customer.update", lambda: client.customer.update(code, last_name="Sample"))
keep("bola@example.com")
plan = call(
    "plan.create",
    lambda: client.plan.create(name="Membership", amount=500_000, interval="monthly"),
)["data"]["plan_code"]
call("plan.get", lambda: client.plan.get(plan))
call("plan.list", client.plan.list)
call("plan.update", lambda: client.plan.update(plan, name="Members", interval="monthly"))
subscription = call(
    "subscription.create",
    lambda: client.subscription.create(customer="bola@example.com", plan=plan),
)["data"]
by_code = {"code": subscription["subscription_code"], "token": subscription["email_token"]}
call("subscription.list", lambda: client.subscription.list(perPage=2))
call("subscription.fetch", lambda: client.subscription.fetch(by_code["code"]))
call("subscription.enable", lambda: client.subscription.enable(**by_code))
call("subscription.disable", lambda: client.subscription.disable(**by_code))
subaccount = call(
    "subaccount.create",
    lambda: client.subaccount.create(
        business_name="Cook",
        settlement_bank=ACCOUNT["bank_code"],
        account_number=ACCOUNT["account_number"],
        percentage_charge=10,
    ),
)["data"]["subaccount_code"]
call("subaccount.list", client.subaccount.list)
call("subaccount.fetch", lambda: client.subaccount.fetch(subaccount))
call("subaccount.update", lambda: client.subaccount.update(subaccount, business_name="Cooks"))
recipient = call(
    "transferRecipient.create",
    lambda: client.transferRecipient.create(type="nuban", name="Ada", **ACCOUNT),
)["data"]["recipient_code"]
sent = call(
    "transfer.initiate",
    lambda: client.transfer.initiate(
        source="balance", amount=10_000, recipient=recipient, reference=own("rent-3")
    ),
)
call("transferRecipient.list", client.transferRecipient.list)
call("transfer.list", client.transfer.list)
call("transfer.fetch", lambda: client.transfer.fetch(sent["data"]["transfer_code"]))
call(
    "transfer.initiate_bulk_transfer",
    lambda: client.transfer.initiate_bulk_transfer(
        source="balance",
        transfers=[{"amount": 10_000, "recipient": recipient, "reference": own("rent-4")}],
    ),
)
call("transferControl.check_balance", client.transferControl.check_balance)
call("transferControl.disable_otp", client.transferControl.disable_otp)
call("refund.create", lambda: client.refund.create(transaction=own("order-3"), amount=1_000))
call("refund.list", client.refund.list)
call("misc.list_banks", client.misc.list_banks)
call("verification.verify_account", lambda: client.verification.verify_account(**ACCOUNT))
call("verification.verify_card_bin", lambda: client.verification.verify_card_bin("506066"))
report.end()
