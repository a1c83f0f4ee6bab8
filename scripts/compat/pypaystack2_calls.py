"""pypaystack2: its models validate each answer, and `data` is None if one does not fit."""

from pypaystack2 import PaystackClient
from pypaystack2.base_clients import AbstractAPIClient
from pypaystack2.enums import (
    AccountType,
    Bearer,
    Country,
    Currency,
    Interval,
    RecipientType,
    Split,
)
from pypaystack2.models.payload_models import Recipient, SplitAccount, TransferInstruction
from shop import ACCOUNT, KEY, PAYSTACK, Report, keep, own, pay, transfer_to

AbstractAPIClient._BASE_URL = PAYSTACK
client = PaystackClient(secret_key=KEY)
report = Report()


def call(name, run, has_data=True):
    fits = lambda answer: answer.status and (not has_data or answer.data is not None)
    return report.call(name, run, fits)


def refused(name, run, status):
    report.call(name, run, lambda answer: answer.status_code == status and not answer.status)


transactions = client.transactions
for reference, channel in ((own("order-1"), "card"), (own("order-2"), "bank_transfer")):
    call(
        "transactions.initialize",
        lambda: transactions.initialize(
            amount=500_000, email="ada@example.com", reference=reference, metadata={"cart": 1}
        ),
    )
    call("transactions.verify, unpaid", lambda: transactions.verify(reference))
    pay(reference, channel)
    call("transactions.verify", lambda: transactions.verify(reference))
paid = call("transactions.get_transactions", transactions.get_transactions).data[0]
call("transactions.get_transaction", lambda: transactions.get_transaction(paid.id))
call("transactions.get_timeline", lambda: transactions.get_timeline(own("order-1")))
call("transactions.totals", transactions.totals)
call("transactions.export", transactions.export)
refused("transactions.verify, unknown", lambda: transactions.verify("none"), 400)

customers = client.customers
customer = call(
    "customers.create",
    lambda: customers.create(f"{own('ngozi')}@example.com", "Ngozi", "Sample", "+2348030000002"),
).data
code = customer.customer_code
call("customers.get_customers", customers.get_customers)
call("customers.update", lambda: customers.update(code, "Ngozi", "Example", metadata={"a": 1}))
call("customers.get_customer", lambda: customers.get_customer(code))

accounts = client.dedicated_accounts
account = call("dedicated_accounts.create", lambda: accounts.create(code)).data
transfer_to(account.account_number, 700_000)
call("dedicated_accounts.get_dedicated_accounts", accounts.get_dedicated_accounts)
call(
    "dedicated_accounts.get_dedicated_account",
    lambda: accounts.get_dedicated_account(account.id),
)
call("dedicated_accounts.get_providers", accounts.get_providers)
call("transactions.verify, deposit", lambda: transactions.get_transactions(customer=code))

subaccounts = client.subaccounts
made = call(
    "subaccounts.create",
    lambda: subaccounts.create("Two cooks", ACCOUNT["bank_code"], ACCOUNT["account_number"], 10.5),
).data
call("subaccounts.get_subaccounts", subaccounts.get_subaccounts)
call("subaccounts.get_subaccount", lambda: subaccounts.get_subaccount(made.subaccount_code))
call("subaccounts.update", lambda: subaccounts.update(made.subaccount_code, "One cook"))

splits = client.splits
split = call(
    "splits.create",
    lambda: splits.create(
        "Cooks",
        Split.PERCENTAGE,
        Currency.NGN,
        [SplitAccount(subaccount=made.subaccount_code, share=20)],
        Bearer.ACCOUNT,
    ),
).data
call("splits.get_splits", splits.get_splits)
call("splits.get_split", lambda: splits.get_split(split.split_code))
call("splits.update", lambda: splits.update(split.id, "Cooks of the day", True))
call("splits.add_or_update", lambda: splits.add_or_update(split.id, made.subaccount_code, 30))

# The client has no models for mandates.
kept = keep(customer.email)
call(
    "transactions.partial_debit",
    lambda: transactions.partial_debit(
        kept, Currency.NGN, 5_000, customer.email, reference=own("part"), at_least=1_000
    ),
)
account = {"number": "3100000001", "bank_code": "058"}
address = {"street": "1 Sample Street", "city": "Ikeja", "state": "Lagos"}
mandate = call(
    "customers.initialize_authorization",
    lambda: customers.initialize_authorization(customer.email, None, account, address),
    has_data=False,
).raw["data"]
call(
    "customers.verify_authorization",
    lambda: customers.verify_authorization(mandate["reference"]),
    has_data=False,
)
call(
    "customers.initialize_direct_debit",
    lambda: customers.initialize_direct_debit(customer.id, account, address),
    has_data=False,
)
call(
    "customers.get_mandate_authorizations",
    lambda: customers.get_mandate_authorizations(customer.id),
    has_data=False,
)
call(
    "direct_debits.get_mandate_authorizations",
    client.direct_debits.get_mandate_authorizations,
    has_data=False,
)
plans = client.plans
plan = call("plans.create", lambda: plans.create("Membership", 500_000, Interval.MONTHLY)).data
call("plans.get_plans", plans.get_plans)
call("plans.get_plan", lambda: plans.get_plan(plan.plan_code))
call(
    "plans.update",
    lambda: plans.update(
        plan.plan_code,
        "Membership",
        600_000,
        Interval.MONTHLY,
        description="Every class",
        send_invoices=False,
        send_sms=False,
        currency=Currency.NGN,
        invoice_limit=0,
    ),
    has_data=False,
)
subscriptions = client.subscriptions
subscription = call(
    "subscriptions.create", lambda: subscriptions.create(code, plan.plan_code)
).data
call("subscriptions.get_subscriptions", subscriptions.get_subscriptions)
by_code = subscription.subscription_code, subscription.email_token
call("subscriptions.get_subscription", lambda: subscriptions.get_subscription(by_code[0]))
call("subscriptions.get_update_link", lambda: subscriptions.get_update_link(by_code[0]))
call("subscriptions.send_update_link", lambda: subscriptions.send_update_link(by_code[0]), has_data=False)
call("subscriptions.enable", lambda: subscriptions.enable(*by_code), has_data=False)
call("subscriptions.disable", lambda: subscriptions.disable(*by_code), has_data=False)

refunds = client.refunds
refund = call("refunds.create", lambda: refunds.create(own("order-1"), 1_000)).data
call("refunds.get_refunds", refunds.get_refunds)
call("refunds.get_refund", lambda: refunds.get_refund(refund.id))

recipients = client.transfer_recipients
recipient = call(
    "transfer_recipients.create",
    lambda: recipients.create(RecipientType.NUBAN, "Ada Example", **ACCOUNT),
).data
call(
    "transfer_recipients.bulk_create",
    lambda: recipients.bulk_create(
        [Recipient(type=RecipientType.NUBAN, name="Ada Example", **ACCOUNT)]
    ),
)
call(
    "transfer_recipients.get_transfer_recipient",
    lambda: recipients.get_transfer_recipient(recipient.recipient_code),
)
transfers = client.transfers
transfer = call(
    "transfers.initiate",
    lambda: transfers.initiate(10_000, recipient.recipient_code, "rent", reference=own("rent-1")),
).data
call(
    "transfers.bulk_transfer",
    lambda: transfers.bulk_transfer(
        [
            TransferInstruction(
                amount=10_000,
                recipient=recipient.recipient_code,
                reference=own("rent-2"),
                reason="rent",
            )
        ]
    ),
)
call("transfers.get_transfers", transfers.get_transfers)
call("transfers.get_transfer", lambda: transfers.get_transfer(transfer.transfer_code))
call("transfers.verify", lambda: transfers.verify(own("rent-1")))
call("transfer_recipients.get_transfer_recipients", recipients.get_transfer_recipients)

control = client.transfer_control
call("transfer_control.check_balance", control.check_balance)
call("transfer_control.get_balance_ledger", control.get_balance_ledger)
call("transfer_control.disable_otp", control.disable_otp, has_data=False)
call(
    "transfer_control.finalize_disable_otp",
    lambda: control.finalize_disable_otp("123456"),
    has_data=False,
)
refused("transfers.finalize", lambda: transfers.finalize(transfer.transfer_code, "123456"), 400)

call("settlements.get_settlements", client.settlements.get_settlements)
call(
    "verification.resolve_account_number",
    lambda: client.verification.resolve_account_number(**ACCOUNT),
)
call("miscellaneous.get_banks", lambda: client.miscellaneous.get_banks(Country.NIGERIA))
call("miscellaneous.get_countries", client.miscellaneous.get_countries)
call(
    "integration.update_payment_session_timeout",
    lambda: client.integration.update_payment_session_timeout(3_600),
)
call(
    "integration.get_payment_session_timeout",
    client.integration.get_payment_session_timeout,
)
report.end()
