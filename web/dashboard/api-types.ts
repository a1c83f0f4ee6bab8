// Written by `npm run generate` from docs/api/*.json. Do not edit.

export interface paths {
    "/transactions/initialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initialize a transaction
         * @description Creates a payment and returns the checkout URL. Redirect the customer to `authorization_url`. The same `reference` with the same amount and email returns the same transaction while it is unpaid; otherwise the call returns 409 `duplicate_reference`.
         */
        post: operations["initializeTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/verify/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify a transaction
         * @description Returns the transaction with this reference, whatever its status. Before you deliver, check that `status` is `success`, that `requested_amount` is your price, and that `currency` is `NGN`.
         */
        get: operations["verifyTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a transaction
         * @description Returns the transaction with this id.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Newest first. Combine filters to narrow the list. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export transactions as CSV
         * @description Takes the same filters as the list. The header `X-Total-Count` is the number of rows below the header row.
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/calculate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate a split
         * @description Shows how an amount would be shared, to the kobo, without creating anything. Name a split in `split_code`, or send its terms in `split`. The fee, its VAT and all shares add up to the amount.
         */
        post: operations["calculateSplit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dedicated-virtual-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dedicated virtual accounts
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listDedicatedVirtualAccounts"];
        put?: never;
        /**
         * Create a dedicated virtual account
         * @description Gives a customer a permanent account number. Each deposit sends `transaction.success` and `transfer.received`. A customer is identified by email, in any letter case: the same customer gets the same account again and keeps the names of the first call.
         */
        post: operations["createDedicatedVirtualAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dedicated-virtual-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a dedicated virtual account
         * @description Returns the account with this id or account number.
         */
        get: operations["getDedicatedVirtualAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the balance
         * @description The available and pending balance of your wallet, and the account number that tops it up.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balance changes
         * @description Every change of the balance, newest first, with the balance after it. The lines add up to the balance: those that are `posted` to what is booked, those that are `held` to what is reserved, those that are `released` to 0. `from` and `to` are about `created_at`. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listBalanceLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the balance over time
         * @description The balance at the end of each of the last 30 days in Lagos.
         */
        get: operations["getBalanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List splits
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listSplits"];
        put?: never;
        /**
         * Create a split
         * @description Sets how payments are shared between you and your subaccounts. Send the returned `split_code` when you initialize a transaction.
         */
        post: operations["createSplit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a split
         * @description Returns the split with this id or code.
         */
        get: operations["getSplit"];
        /**
         * Update a split
         * @description Applies to transactions initialized from now on. Fields that you do not send keep their value.
         */
        put: operations["updateSplit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/{id}/subaccounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a subaccount to a split
         * @description If the subaccount is in the split already, its share changes.
         */
        post: operations["addSplitSubaccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/{id}/subaccounts/{subaccount_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a subaccount from a split
         * @description Applies to transactions initialized from now on. A split keeps at least one subaccount.
         */
        delete: operations["removeSplitSubaccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subaccounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subaccounts
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listSubaccounts"];
        put?: never;
        /**
         * Create a subaccount
         * @description Adds a bank account with which you share payments. The account is resolved first.
         */
        post: operations["createSubaccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subaccounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a subaccount
         * @description Returns the subaccount with this id or code, and its balances.
         */
        get: operations["getSubaccount"];
        /**
         * Update a subaccount
         * @description A new bank account takes effect after 24 hours, or when a second person approves it in the dashboard. Until then nothing is paid out to the subaccount: see `GET /account-changes`.
         */
        put: operations["updateSubaccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bank account changes
         * @description Changes to the bank accounts of subaccounts: waiting ones first, then the newest, at most 100.
         */
        get: operations["listAccountChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settlements
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a settlement
         * @description Returns the settlement with this id.
         */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a settlement as CSV
         * @description One row for each payment and refund in the settlement.
         */
        get: operations["exportSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settlements/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a settlement
         * @description The payments and refunds in a settlement, oldest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listSettlementItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deposits
         * @description Bank transfers that arrived, matched or not, newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a deposit
         * @description Returns the deposit with this id or session id. If two banks use one session id, the newest.
         */
        get: operations["getDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deposits/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quarantined deposits
         * @description Transfers that arrived under the session id of another transfer with different details. They are not booked. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listQuarantinedDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bvn/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate an OTP
         * @description Returns the identity details. Five wrong codes lock the verification. The right code returns the same record again while the details are kept: 24 hours.
         */
        post: operations["validateBvnOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bvn/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an OTP
         * @description Free. At most three times, at least 60 seconds after the last one.
         */
        post: operations["resendBvnOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate an OTP
         * @description Returns the identity details. Five wrong codes lock the verification. The right code returns the same record again while the details are kept: 24 hours.
         */
        post: operations["validateIdentityOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an OTP
         * @description Free. At most three times, at least 60 seconds after the last one.
         */
        post: operations["resendIdentityOtp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a verification
         * @description Returns the verification without the identity details.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications
         * @description Newest first, without identity details. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listVerifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the settings
         * @description Shows what this mode offers. Test mode offers everything; live mode offers what its providers support.
         */
        get: operations["getSettings"];
        /**
         * Update the settings
         * @description Pins this mode to a version of the API. Events have their own: see the webhook settings.
         */
        put: operations["updateSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the checkout settings
         * @description The settings that apply to every checkout of this mode.
         */
        get: operations["getCheckoutSettings"];
        /**
         * Update the checkout settings
         * @description Fields that you do not send keep their value.
         */
        put: operations["updateCheckoutSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the fees
         * @description The fees that apply from now on. Each transaction, payout and refund carries what it was charged.
         */
        get: operations["getFees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a transaction
         * @description Ends an unpaid payment: its status becomes `abandoned`, and `transaction.abandoned` is sent. A transfer that still arrives is returned to the sender. An abandoned payment is returned as it is. A paid one is 409 `already_paid`, a failed one 409 `already_closed`. While a card is being charged and the outcome is not known, the call is 409 `charge_in_progress`.
         */
        post: operations["cancelTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Creates a URL at which anyone can pay, any number of times. No code needed. The same `slug` with the same terms returns the same link.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a payment link
         * @description Returns the payment link with this id and the totals of its payments.
         */
        get: operations["getPaymentLink"];
        /**
         * Update a payment link
         * @description Applies to payments that start from now on. Fields that you do not send keep their value. Setting `amount` clears `min_amount` and `max_amount`.
         */
        put: operations["updatePaymentLink"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the QR code of a payment link as SVG
         * @description The QR code opens the URL of the payment link.
         */
        get: operations["getPaymentLinkQrSvg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}/qr.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the QR code of a payment link as PNG
         * @description The QR code opens the URL of the payment link.
         */
        get: operations["getPaymentLinkQrPng"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Create a refund
         * @description Refunds a payment in full or in part to the card or account that paid. The amount is taken from your wallet: first from the available balance, then from the pending balance. A refund of ₦10,000 or more to a bank account costs ₦50 stamp duty beside the amount: `stamp_duty`. The fee is not refunded, and subaccounts keep their shares. When the whole payment is refunded, its status becomes `reversed`.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a refund
         * @description Returns the refund with this id.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Finds or creates the customer with this email. A customer who exists, because they paid before or were created, is returned unchanged.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a customer
         * @description Returns the customer with this id or code, the totals of their payments, and their dedicated virtual account.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch statistics
         * @description Totals of your payments, by day or by hour in Lagos time. Beta: its fields can change in any release, and the changelog then says so.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the timeline of a transaction
         * @description Everything that happened to a payment: its steps, ledger entries, events, refunds and shares. Beta: its fields can change in any release, and the changelog then says so.
         */
        get: operations["getTransactionTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Create a payout
         * @description Sends money from your wallet to a bank account. The amount is held first, then the bank is called. A payout of ₦10,000 or more costs ₦50 stamp duty beside the amount, held with it: `stamp_duty`. If the bank does not respond in time, the payout stays `pending` until its outcome is known. The outcome is sent as `payout.success` or `payout.failed`. The bank can return a payout within days; then `payout.reversed` is sent.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a payout
         * @description Returns the payout with this id.
         */
        get: operations["getPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payout batches
         * @description Newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listPayoutBatches"];
        put?: never;
        /**
         * Create a payout batch
         * @description Up to 1000 payouts in one request. It is validated whole: if a line is wrong, all wrong lines are reported and nothing is stored. Then each account gets a name enquiry. Nothing is sent before the batch is approved or sent. Send JSON, or a CSV file whose first line names the columns: `amount_kobo` or `amount_naira`, `bank_code`, `account_number`, and as you like `reference` and `reason`.
         */
        post: operations["createPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a payout batch
         * @description Validates a batch as `POST /payout-batches` does, and stores nothing.
         */
        post: operations["checkPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a payout batch
         * @description Returns the batch with its progress.
         */
        get: operations["getPayoutBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payouts of a batch
         * @description Its lines, in the order that you sent them. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listPayoutBatchPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the results of a payout batch
         * @description What has become of each line until now. An outcome that is not known is `pending`.
         */
        get: operations["getPayoutBatchResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a payout batch
         * @description Starts a batch that is `ready`, or continues one that was stopped for its balance. Refused if the total of the lines that wait is more than the available balance.
         */
        post: operations["sendPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payout batch
         * @description No further line is sent. Payouts that were made already go on.
         */
        post: operations["cancelPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the webhook settings
         * @description Your webhook URLs, their subscriptions and their health.
         */
        get: operations["getWebhooks"];
        /**
         * Update the webhook settings
         * @description Fields that you do not send keep their value.
         */
        put: operations["updateWebhooks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/roll-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll a webhook secret
         * @description Replaces the secret of one URL, or of both. During the overlap, `X-Service-Signature` is made with the old secret and `webhook-signature` carries one signature of each. After it, both are made with the new secret.
         */
        post: operations["rollWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The events of the last 30 days and their deliveries, newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an event
         * @description Returns the event and its delivery attempts.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an event
         * @description Sends the event again, even while its webhook URL is turned off.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend events of a time range
         * @description At most 100000 events per call, oldest first.
         */
        post: operations["resendEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends webhook.test to one of your webhook URLs, whatever it subscribes to.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream test events
         * @description Sends test events as they happen, signed like webhooks, as server-sent events.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a bank transfer
         * @description Credits an account number that was issued to you in test mode.
         */
        post: operations["simulateTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the wallet balance
         * @description Sets the available balance of your test wallet.
         */
        post: operations["setSandboxBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description The codes, receipts and notices that live mode would send, newest first. With `Accept: text/csv` or `application/x-ndjson`, the answer is the whole list as a file.
         */
        get: operations["listSandboxMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/transactions/{reference}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a transaction
         * @description Makes an open transaction expire now.
         */
        post: operations["expireTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/settlements/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the settlement schedule
         * @description When payments in test mode become available.
         */
        get: operations["getSettlementSchedule"];
        /**
         * Update the settlement schedule
         * @description Applies to payments from now on.
         */
        put: operations["updateSettlementSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle pending payments
         * @description Makes everything that is pending available now.
         */
        post: operations["settlePending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/transactions/{reference}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a transaction
         * @description Pays an open transaction as its customer would: by transfer to its own account number, or by a card that asks for a PIN and a code. Returns the transaction. A declined card or a wrong amount leaves it open.
         */
        post: operations["payTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/rails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List simulated rail failures
         * @description Each rail and operation, and how its next calls will fail.
         */
        get: operations["listSandboxRails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/rails/{rail}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Simulate rail failures
         * @description Makes the next calls to a rail, or of one operation, fail. Applies to your own calls in test mode, as soon as the response is sent.
         */
        put: operations["updateSandboxRail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/card-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the card testing limits
         * @description Whether the limits against card testing apply in test mode.
         */
        get: operations["getSandboxCardLimits"];
        /**
         * Update the card testing limits
         * @description Turn the limits off for your own tests, or force their effect.
         */
        put: operations["updateSandboxCardLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a bank statement
         * @description A statement file of the simulated bank, with the transfers of your business only. A real statement lists those of every business. The operator of the service imports it with `npm run reconcile`.
         */
        get: operations["getSandboxStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the progress of example data
         * @description How many days of example data exist.
         */
        get: operations["getExamples"];
        put?: never;
        /**
         * Create example data
         * @description Creates payments, refunds, deposits, settlements and verifications of a small store. This takes a while: fetch the progress. The store must have few payments of its own and no webhook URL.
         */
        post: operations["createExamples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bvn/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate an identity verification
         * @description Sends a one-time password (OTP) to the phone that is registered for the BVN or NIN. Costs ₦50.00 from your wallet; nothing if no OTP is sent. Both paths accept both types. Each number can be verified five times in 24 hours, over all businesses.
         */
        post: operations["initiateBvnVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Initiate an identity verification
         * @description Sends a one-time password (OTP) to the phone that is registered for the BVN or NIN. Costs ₦50.00 from your wallet; nothing if no OTP is sent. Both paths accept both types. Each number can be verified five times in 24 hours, over all businesses.
         */
        post: operations["initiateIdentityVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/banks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List banks
         * @description In alphabetical order. Banks with a 3-digit code, or all. Needs no key. Also served without the prefix, at `/banks`.
         */
        get: operations["listBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/banks/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest banks for an account number
         * @description Banks whose check digit fits the number, the likeliest first. One bank in ten fits by chance, and wallets can ignore the check digit: let the customer choose. Also served without the prefix, at `/banks/suggest`.
         */
        get: operations["suggestBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an account number
         * @description Returns the name of the account holder, in upper case as the bank gives it. Also served without the prefix, at `/accounts/resolve`.
         */
        post: operations["resolveAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/initialize-public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Initialize a transaction from a link
         * @description For a link or an HTML form, without code. Redirects (303) to the checkout. Customers can edit what a page sends: compare `requested_amount` of the verified transaction with your price. `callback_url` must be at one of your `allowed_origins` or at the origin of your `default_callback_url`, or in a registered app; test mode accepts any page of the web. `metadata[name]=value` adds metadata; its `custom_fields` and `cancel_action` are kept but not used. Errors are an HTML page, or JSON if you send `Accept: application/json`. A script on a page that sends `Accept: application/json` gets the response as JSON too. If you register `allowed_origins`, only their pages can call this.
         */
        get: operations["initializePublicTransactionByLink"];
        put?: never;
        /**
         * Initialize a transaction from a form
         * @description For a link or an HTML form, without code. Redirects (303) to the checkout. Customers can edit what a page sends: compare `requested_amount` of the verified transaction with your price. `callback_url` must be at one of your `allowed_origins` or at the origin of your `default_callback_url`, or in a registered app; test mode accepts any page of the web. `metadata[name]=value` adds metadata; its `custom_fields` and `cancel_action` are kept but not used. Errors are an HTML page, or JSON if you send `Accept: application/json`. A script on a page that sends `Accept: application/json` gets the response as JSON too. If you register `allowed_origins`, only their pages can call this.
         */
        post: operations["initializePublicTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the session: who is signed in, and their permissions
         * @description Fetch the session: who is signed in, and their permissions.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a password
         * @description Sign in with a password.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Sign out.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter the two-step sign-in code
         * @description Enter the two-step sign-in code.
         */
        post: operations["submitSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the password
         * @description Confirm the password.
         */
        post: operations["confirmPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description List your sessions.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere else
         * @description Sign out everywhere else.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description End one of your sessions.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change your password and end all other sessions
         * @description Change your password and end all other sessions.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password/forgotten": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset link by email
         * @description Request a password reset link by email.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset your password with the emailed link and end all sessions
         * @description Reset your password with the emailed link and end all sessions.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up two-step sign-in: create a secret for an app
         * @description Set up two-step sign-in: create a secret for an app.
         */
        post: operations["beginSecondFactor"];
        /**
         * Turn off two-step sign-in
         * @description Turn off two-step sign-in.
         */
        delete: operations["removeSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn on two-step sign-in with the first code and end all other sessions
         * @description Turn on two-step sign-in with the first code and end all other sessions.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create new recovery codes; the old ones stop working
         * @description Create new recovery codes; the old ones stop working.
         */
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch an invitation
         * @description Fetch an invitation.
         */
        post: operations["openInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Accept an invitation.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the team
         * @description List the team.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{login_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role of a team member
         * @description If they were an owner and become another role, all open invitations of the business are withdrawn.
         */
        put: operations["updateMember"];
        post?: never;
        /**
         * Remove a person from the team
         * @description Takes effect at once, and revokes every key that they created, in both modes. If they were an owner, all open invitations of the business are withdrawn.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{login_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active keys that a person created
         * @description In both modes. Includes people who have left the team.
         */
        get: operations["listMemberKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description List open invitations.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person to the team
         * @description Invite a person to the team.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Withdraw an invitation.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the actions of your team and of your keys
         * @description List the actions of your team and of your keys.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the actions of operators, and who has signed in
         * @description List the actions of operators, and who has signed in.
         */
        get: operations["listOperatorAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of this mode
         * @description Active keys first, then newest first; at most 100.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description At most 20 active keys per mode. Live keys need active live mode.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}/roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll a key
         * @description Replaces a key with a new one that has the same scopes and allow-list. A key can be rolled once.
         */
        post: operations["rollKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a secret key
         * @description Changes its scopes or allow-list. Fields that you do not send keep their value. Takes effect within a second.
         */
        put: operations["updateKey"];
        post?: never;
        /**
         * Revoke a key
         * @description Takes effect at once. You can also revoke the last key.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API calls of your keys
         * @description The calls of the last 30 days, newest first.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an API call
         * @description By its id, or the newest with this request id.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/reveal-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reveal a webhook secret
         * @description During a roll, the new secret.
         */
        post: operations["revealWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-changes/{change_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a bank account change
         * @description Approve a bank account change.
         */
        post: operations["approveAccountChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-changes/{change_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a bank account change
         * @description Cancel a bank account change.
         */
        post: operations["cancelAccountChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/account-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the approval setting for bank account changes
         * @description Fetch the approval setting for bank account changes.
         */
        get: operations["getAccountChangeSettings"];
        /**
         * Update the approval setting for bank account changes
         * @description Applies to changes requested from now on.
         */
        put: operations["updateAccountChangeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-batches/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a payout batch
         * @description Approves and starts it. Refused for the person who made the batch or created its key, and for who joined the team in the last 24 hours.
         */
        post: operations["approvePayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/payout-approval": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the approval setting for payout batches
         * @description Fetch the approval setting for payout batches.
         */
        get: operations["getPayoutApprovalSettings"];
        /**
         * Update the approval setting for payout batches
         * @description Turned on, it applies to every batch that was not started. Turned off, batches that await approval still need it.
         */
        put: operations["updatePayoutApprovalSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the live mode request
         * @description Fetch the live mode request.
         */
        get: operations["getActivation"];
        put?: never;
        /**
         * Request live mode
         * @description You can request it again after a rejection.
         */
        post: operations["requestActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/businesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List businesses, newest first
         * @description List businesses, newest first.
         */
        get: operations["listBusinesses"];
        put?: never;
        /**
         * Create a business and invite its owner
         * @description It starts in test mode, with play money in its wallet and without keys.
         */
        post: operations["createBusiness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/businesses/{business_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a business, in both modes
         * @description Fetch a business, in both modes.
         */
        get: operations["getBusiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/businesses/{business_id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate live mode for a business that requested it
         * @description Its team creates the live keys. No operator call returns them.
         */
        post: operations["activateBusiness"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/businesses/{business_id}/refuse-activation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject the live mode request of a business
         * @description Reject the live mode request of a business.
         */
        post: operations["refuseActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/businesses/{business_id}/fees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the fees of a business for new payments
         * @description Fields that you do not send keep their value.
         */
        put: operations["updateBusinessFees"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/rails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List providers, their health and where they are switched off
         * @description List providers, their health and where they are switched off.
         */
        get: operations["listRails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/rails/{rail}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch a provider off for new calls, or on again
         * @description New payments, payouts and verifications use the next provider, or return 503 if there is none. Existing ones stay with this provider. `stops: outgoing` stops every payout, refund and return by it, whenever it began; with the rail `*`, by all providers.
         */
        put: operations["switchRail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch recovery mode: statements, waiting work and open decisions
         * @description Fetch recovery mode: statements, waiting work and open decisions.
         */
        get: operations["getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/recovery/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the service from recovery mode
         * @description Payouts, refunds, returns and webhooks resume. Rejected while the statements of a live rail do not cover all the time since the restore point.
         */
        post: operations["releaseRecovery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/recovery/debits/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide which payout a transfer after the restore point belongs to
         * @description Decide which payout a transfer after the restore point belongs to.
         */
        post: operations["decideRecoveredDebit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/chores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs and backlogs
         * @description List background jobs and backlogs.
         */
        get: operations["listBackgroundJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the trial balance and the last verification of the books
         * @description Fetch the trial balance and the last verification of the books.
         */
        get: operations["getBooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/books/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a verification of the books
         * @description It runs in the background: GET /operator/books shows its progress.
         */
        post: operations["verifyBooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/suspense": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transfers to unknown account numbers
         * @description List transfers to unknown account numbers.
         */
        get: operations["listSuspense"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/suspense/{id}/holder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the holder of an account before you assign a transfer to it
         * @description Fetch the holder of an account before you assign a transfer to it.
         */
        get: operations["getSuspenseHolder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/suspense/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a transfer, once, to the account that it was intended for
         * @description Assign a transfer, once, to the account that it was intended for.
         */
        post: operations["assignSuspense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quarantined notifications
         * @description List quarantined notifications.
         */
        get: operations["listQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider notifications, newest first
         * @description Live mode, last 30 days. The content is not shown.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/notifications/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a notification again
         * @description Nothing is booked twice.
         */
        post: operations["replayNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare bank statements with the books, for each bank
         * @description Compare bank statements with the books, for each bank.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/reconciliation/exceptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open exceptions, oldest first
         * @description By page, in the order in which they happened at the bank.
         */
        get: operations["listReconciliationExceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/reconciliation/exceptions/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an exception permanently, with a reason
         * @description For exceptions that need no action. Nothing is booked.
         */
        post: operations["closeReconciliationException"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List undelivered messages
         * @description Invitations and password resets that no mail server has accepted.
         */
        get: operations["listUndeliveredMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        FieldError: {
            /**
             * @description A dotted path into your request.
             * @example amount
             */
            field: string;
            /**
             * @description Match on this in your code.
             * @example too_small
             */
            code: string;
            /**
             * @description For people. It can change.
             * @example amount must be at least 100 kobo (₦1.00).
             */
            message: string;
        };
        /** @description The response to a call that failed. */
        Error: {
            /**
             * @description Always `error`.
             * @enum {string}
             */
            status: "error";
            /**
             * @description Match on this in your code. All codes are in docs/api/refusals.md.
             * @example invalid_request
             */
            code: string;
            /**
             * @description For people. It can change.
             * @example `amount` must be at least 100 kobo (₦1.00).
             */
            message: string;
            /** @description Every invalid field; at most 100. */
            errors?: components["schemas"]["FieldError"][];
            /**
             * @description With `invalid_otp`: how many attempts are left.
             * @example 4
             */
            attempts_left?: number;
            /**
             * @description With `rail_timeout`: the verification to fetch.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            verification_id?: string;
            /**
             * @description True: the same request may succeed later, with the same `Idempotency-Key`. Wait for `Retry-After` seconds where it is given.
             * @example false
             */
            retryable: boolean;
            /**
             * @description What the code means.
             * @example http://localhost:3000/docs/errors#invalid_request
             */
            doc_url: string;
            /**
             * @description Quote it when you report a problem.
             * @example 5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11
             */
            request_id: string;
        };
        FeePart: {
            /**
             * @description The fee, or the VAT on it. Known values: `service`, `vat`.
             * @enum {string}
             */
            type: "service" | "vat";
            /**
             * @description In kobo.
             * @example 17500
             */
            amount: number;
        };
        /** @description Who pays. */
        TransactionCustomer: {
            /**
             * @description The id of the customer.
             * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The code of the customer.
             * @example CUS_AZqmA2NQe2e4sK1d8v6cXw
             */
            customer_code: string;
            /**
             * @description The first name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description The last name.
             * @example Example
             */
            last_name: string;
            /**
             * @description The full name.
             * @example Ada Example
             */
            name: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The phone number.
             * @example +2348030000000
             */
            phone: string | null;
        };
        TransactionStep: {
            /**
             * @description What kind of step it was. Known values: `action`, `auth`, `error`, `success`.
             * @enum {string}
             */
            type: "action" | "auth" | "error" | "success";
            /**
             * @description For people. It can change.
             * @example Paid by bank transfer
             */
            message: string;
            /**
             * @description Seconds since `created_at`.
             * @example 42
             */
            time: number;
        };
        /** @description What happened on the checkout. */
        TransactionLog: {
            /**
             * @description How many times the customer tried to pay.
             * @example 1
             */
            attempts: number;
            /**
             * @description How many attempts failed.
             * @example 0
             */
            errors: number;
            /** @description The steps, oldest first. */
            history: components["schemas"]["TransactionStep"][];
        };
        /** @description A payment. */
        Transaction: {
            /**
             * @description The id of this record.
             * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Your reference.
             * @example order-1042
             */
            reference: string;
            /**
             * @description The state of the payment. Deliver only on `success`, and compare `requested_amount` with your price. Known values: `pending`, `ongoing`, `success`, `failed`, `abandoned`, `reversed`.
             * @enum {string}
             */
            status: "pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed";
            /**
             * @description In kobo: the amount to pay, then the amount paid.
             * @example 500000
             */
            amount: number;
            /**
             * @description The amount that you requested, in kobo.
             * @example 500000
             */
            requested_amount: number;
            /**
             * @description The fee with VAT, in kobo. Null until paid.
             * @example 18813
             */
            fees: number | null;
            /** @description The parts of `fees`. Null until paid. */
            fees_breakdown: components["schemas"]["FeePart"][] | null;
            /**
             * @description `amount` minus `fees`, in kobo. Null until paid.
             * @example 481187
             */
            net_amount: number | null;
            /**
             * @description How much of `amount` is refunded or being refunded, in kobo.
             * @example 0
             */
            refunded_amount: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description How it was paid. Null until the customer chooses. Known values: `card`, `bank_transfer`, `dedicated_virtual_account`.
             * @enum {string|null}
             */
            channel: "card" | "bank_transfer" | "dedicated_virtual_account" | null;
            /**
             * @description The message of the bank or card processor, for people.
             * @example Approved
             */
            gateway_response: string;
            /**
             * @description Why it failed or was reversed, for people.
             * @example The card was declined
             */
            message: string | null;
            /**
             * Format: date-time
             * @description Null until paid. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            paid_at: string | null;
            /**
             * Format: date-time
             * @description When you initialized it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it is abandoned if it is still unpaid. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /**
             * @description The IP address of the customer.
             * @example 102.89.0.1
             */
            ip_address: string | null;
            /**
             * @description Where the customer returns.
             * @example https://shop.example/thanks
             */
            callback_url: string | null;
            /**
             * @description What initialized it. `secret_key`: your server, or your team in the dashboard. `public_key`: a page; anyone who reads the key there can choose the amount. `payment_link`: a payment link. `deposit`: a transfer to a dedicated account.
             * @enum {string}
             */
            made_with: "secret_key" | "public_key" | "payment_link" | "deposit";
            /** @description true: initialized with your public key, under a reference that your server has used since. The reference now names the transaction of your server; fetch this one by its id. */
            displaced: boolean;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            customer: components["schemas"]["TransactionCustomer"];
            /** @description What it was paid with: the card, or the account of the sender. */
            authorization: {
                [key: string]: unknown;
            } | null;
            /** @description How it is shared. Null without a split. */
            split: {
                [key: string]: unknown;
            } | null;
            log: components["schemas"]["TransactionLog"];
        };
        /** @description A bank transfer that arrived. */
        Deposit: {
            /**
             * @description The id of this record.
             * @example dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description `matched`: it paid a transaction or topped up the wallet. The others did not and are returned to the sender: `unmatched`, `returning`, `returned`. `return_refused`: the bank rejected the return.
             * @enum {string}
             */
            status: "matched" | "unmatched" | "returning" | "returned" | "return_refused";
            /**
             * @description Why it did not match. Known values: `amount_too_low`, `amount_too_high`, `late`, `already_paid`, `closed`.
             * @enum {string|null}
             */
            reason: "amount_too_low" | "amount_too_high" | "late" | "already_paid" | "closed" | null;
            /**
             * @description What arrived, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description The account number that received it.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description The account of a payment, of a customer, or of your wallet. Known values: `one_off`, `dedicated`, `wallet`.
             * @enum {string}
             */
            account_kind: "one_off" | "dedicated" | "wallet";
            /**
             * @description The name of the sender.
             * @example ADA EXAMPLE
             */
            sender_name: string;
            /**
             * @description The bank code of the sender.
             * @example 058
             */
            sender_bank_code: string;
            /**
             * @description Masked.
             * @example ******1234
             */
            sender_account_number: string;
            /**
             * @description What the sender wrote.
             * @example Order 1042
             */
            narration: string;
            /**
             * @description The session id of the bank: one for each transfer.
             * @example 000013261121093000000000000001
             */
            session_id: string;
            /**
             * @description The session id of the return.
             * @example 000013261121093000000000000001
             */
            return_session_id: string | null;
            /**
             * @description The transaction. Null for the wallet.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f
             */
            transaction_id: string | null;
            /**
             * Format: date-time
             * @description When it arrived at the bank. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        /** @description The bank that holds the account. */
        IssuingBank: {
            /**
             * @description The name of the bank.
             * @example Test Bank
             */
            name: string;
            /**
             * @description The bank code.
             * @example 001
             */
            code: string;
            /**
             * @description For URLs and logos.
             * @example test-bank
             */
            slug: string;
        };
        /** @description Whose account it is. */
        AccountHolder: {
            /**
             * @description The id of the customer.
             * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The code of the customer.
             * @example CUS_AZqmA2NQe2e4sK1d8v6cXw
             */
            customer_code: string;
            /**
             * @description The first name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description The last name.
             * @example Example
             */
            last_name: string;
            /**
             * @description The full name.
             * @example Ada Example
             */
            name: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The phone number.
             * @example +2348030000000
             */
            phone: string | null;
            /**
             * @description Masked.
             * @example *******2222
             */
            bvn: string | null;
        };
        /** @description A permanent account number of a customer. */
        DedicatedVirtualAccount: {
            /**
             * @description The id of this record.
             * @example dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Ten digits. Permanent.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description BUSINESS NAME/CUSTOMER NAME.
             * @example DEMO STORE/ADA EXAMPLE
             */
            account_name: string;
            bank: components["schemas"]["IssuingBank"];
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description 3 with a BVN, else 1. Known values: `1`, `3`.
             * @enum {integer}
             */
            tier: 1 | 3;
            /**
             * @description Always true: accounts are permanent.
             * @enum {boolean}
             */
            active: true;
            /**
             * Format: date-time
             * @description When the number was issued. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            assigned_at: string;
            /**
             * @description The split by which deposits are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            customer: components["schemas"]["AccountHolder"];
            /**
             * Format: date-time
             * @description When you requested it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        /** @description A verification of a BVN or NIN. */
        Verification: {
            /**
             * @description The id of this record.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            _id: string;
            /**
             * @description The id of your business.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f
             */
            clientId: string;
            /**
             * @description Masked, unless `providerResponse` is included.
             * @example *******2222
             */
            identityNumber: string;
            /**
             * @description The kind of number. Known values: `BVN`, `NIN`.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description The fee in naira, not kobo: 50, or 0 if it was returned.
             * @example 50
             */
            amount: number;
            /**
             * @description `Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed.
             * @enum {string}
             */
            status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
            /**
             * @description The account number of your wallet.
             * @example 2670625029
             */
            debitAccountNumber: string;
            /**
             * @description Always 0.
             * @example 0
             */
            vat: number;
            /**
             * @description Always 0.
             * @example 0
             */
            stampDuty: number;
            /** @description Always false. */
            isDeleted: boolean;
            /** @description true after the right OTP. */
            otpVerified: boolean;
            /**
             * @description How many times the OTP was sent again.
             * @example 0
             */
            otpResendCount: number;
            /**
             * Format: date-time
             * @description When you initiated it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description Always 0.
             * @example 0
             */
            __v: number;
            /**
             * @description The result of the debit.
             * @example Approved or completed successfully
             */
            debitMessage: string;
            /**
             * @description 200: charged. 202: held until the outcome is known. 204: returned.
             * @example 200
             */
            debitResponsCode: number;
            /**
             * @description 30 digits.
             * @example 000013261121093000000000000001
             */
            debitSessionId: string;
            /**
             * @description The id of the last OTP. Empty if none was sent.
             * @example otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            otpId: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
        };
        /** @description The bank that holds the account. */
        BankName: {
            /**
             * @description The name of the bank.
             * @example Guaranty Trust Bank
             */
            name: string;
            /**
             * @description The bank code.
             * @example 058
             */
            code: string;
        };
        /** @description Money sent from your wallet to a bank account. */
        Payout: {
            /**
             * @description The id of this record.
             * @example po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Your reference, or a generated one.
             * @example payout-77
             */
            reference: string;
            /**
             * @description `pending`: the amount is held and the bank has not confirmed yet. `success`: it was sent. `failed`: it was not sent, and the amount is back in the wallet. `reversed`: the bank returned it after it was sent, and the amount is back in the wallet.
             * @enum {string}
             */
            status: "pending" | "success" | "failed" | "reversed";
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Taken from your wallet beside the amount, in kobo. 0 if none is due.
             * @example 0
             */
            stamp_duty: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            bank: components["schemas"]["BankName"];
            /**
             * @description The account that receives it.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description The account holder, as the bank gives it.
             * @example ADA EXAMPLE
             */
            account_name: string;
            /**
             * @description What it is for.
             * @example Invoice 77
             */
            reason: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The subaccount whose money it is. Null: yours.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string | null;
            /**
             * @description Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`.
             * @example account_closed
             * @enum {string|null}
             */
            failure_code: "account_blocked" | "account_closed" | "account_dormant" | "account_invalid" | "already_returned" | "amount_too_high" | "amount_too_low" | "bank_unknown" | "bank_unreachable" | "card_not_refundable" | "contact_bank" | "duplicate" | "enquiry_differs" | "limit_exceeded" | "not_permitted" | "payment_unknown" | "rail_balance_too_low" | "refused_by_bank" | "refused_by_issuer" | "request_rejected" | "reversed_by_bank" | "security_check" | "sender_unknown" | null;
            /**
             * @description The same for people. It can change.
             * @example The account is closed.
             */
            failure_message: string | null;
            /**
             * @description The session id of the bank. Null until sent.
             * @example 000013261121093000000000000001
             */
            session_id: string | null;
            /**
             * Format: date-time
             * @description When you requested it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was sent or failed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the bank returned it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            reversed_at: string | null;
        };
        /** @description Not sent yet. */
        PayoutBatchShare: {
            /**
             * @description How many lines.
             * @example 2
             */
            count: number;
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description On lines that wait, are being sent or were sent, in kobo.
             * @example 0
             */
            stamp_duty: number;
        };
        /** @description The lines by status. */
        PayoutBatchProgress: {
            waiting: components["schemas"]["PayoutBatchShare"];
            /** @description Sent or being sent; the outcome is not known yet. */
            pending: components["schemas"]["PayoutBatchShare"];
            /** @description Sent. */
            success: components["schemas"]["PayoutBatchShare"];
            /** @description Not sent by the bank; the amount is back in the wallet. */
            failed: components["schemas"]["PayoutBatchShare"];
            /** @description Sent, then returned by the bank. */
            reversed: components["schemas"]["PayoutBatchShare"];
            /** @description Cannot be sent. No payout was made. */
            not_sent: components["schemas"]["PayoutBatchShare"];
            /** @description Cancelled before it was sent. */
            cancelled: components["schemas"]["PayoutBatchShare"];
        };
        /** @description The lines by the answer to the name enquiry. */
        PayoutBatchNames: {
            /**
             * @description The bank was not asked yet, or did not answer yet.
             * @example 0
             */
            pending: number;
            /**
             * @description The bank gave the name.
             * @example 2
             */
            found: number;
            /**
             * @description The bank has no such account. These lines are not sent.
             * @example 0
             */
            not_found: number;
            /**
             * @description The bank did not answer in ten minutes. It is asked again before the payout.
             * @example 0
             */
            unknown: number;
        };
        /** @description Many payouts, decided on together. */
        PayoutBatch: {
            /**
             * @description The id of this record.
             * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Your name for it.
             * @example Salaries of November
             */
            name: string | null;
            /**
             * @description `checking`: the names are being enquired. `awaiting_approval`: a second person must approve it. `ready`: send it. `processing`: its payouts are being sent, or their outcome is not known yet. `insufficient_balance`: stopped; top up, then send it again. `completed`: every payout has ended. `cancelled`: no further line is sent; payouts that were made go on.
             * @enum {string}
             */
            status: "checking" | "awaiting_approval" | "ready" | "processing" | "insufficient_balance" | "completed" | "cancelled";
            /**
             * @description How many lines it has.
             * @example 2
             */
            count: number;
            /**
             * @description The total of all lines, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            progress: components["schemas"]["PayoutBatchProgress"];
            names: components["schemas"]["PayoutBatchNames"];
            /**
             * @description Lines with the account and amount of an earlier line. A warning.
             * @example 0
             */
            repeated: number;
            /** @description As you sent it. */
            auto_send: boolean;
            /**
             * @description The email address of a person, or a key.
             * @example ada@example.com
             */
            made_by: string;
            /**
             * @description The person who approved it.
             * @example bola@example.com
             */
            approved_by: string | null;
            /**
             * @description Who cancelled it: a person or a key.
             * @example bola@example.com
             */
            cancelled_by: string | null;
            /**
             * Format: date-time
             * @description When you sent it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When every name enquiry had ended. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            checked_at: string | null;
            /**
             * Format: date-time
             * @description When it was first approved or sent. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it was completed or cancelled. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            ended_at: string | null;
        };
        /** @description Null: not sent, because no webhook URL subscribes to it. */
        Delivery: {
            /**
             * @description The state of the delivery. Known values: `pending`, `delivered`, `failed`.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * @description Which of the two webhook URLs. Known values: `standard`, `dedicated_virtual_account`.
             * @enum {string}
             */
            address: "standard" | "dedicated_virtual_account";
            /**
             * @description How many attempts were made.
             * @example 1
             */
            attempts: number;
            /**
             * Format: date-time
             * @description The next attempt. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            next_at: string | null;
            /**
             * @description The HTTP status of the last response.
             * @example 200
             */
            last_status: number | null;
            /**
             * @description Why there was no response.
             * @example timeout
             */
            last_error: string | null;
        };
        /** @description Something that happened. */
        Event: {
            /**
             * @description The id, as in the headers `X-Service-Event-Id` and `webhook-id`.
             * @example evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description What happened. Known values: `transaction.success`, `transaction.failed`, `transaction.abandoned`, `transaction.reversed`, `transaction.displaced`, `card_testing.detected`, `transfer.received`, `bank_transfer.rejected`, `deposit.returning`, `deposit.returned`, `deposit.return_refused`, `deposit.quarantined`, `deposit.topped_up`, `dedicated_virtual_account.created`, `dedicated_virtual_account.tier_raised`, `dedicated_virtual_account.split_changed`, `refund.pending`, `refund.processed`, `refund.failed`, `payout.pending`, `payout.success`, `payout.failed`, `payout.reversed`, `payout_batch.completed`, `settlement.settled`, `split.created`, `split.updated`, `split.deactivated`, `subaccount.created`, `subaccount.updated`, `subaccount.deactivated`, `subaccount.account_change.requested`, `subaccount.account_change.effective`, `subaccount.account_change.cancelled`, `customer.updated`, `payment_link.created`, `payment_link.updated`, `payment_link.deactivated`, `payment_link.used_up`, `identity.verified`, `identity.failed`, `identity.locked`, `identity.expired`, `webhook.test`.
             * @enum {string}
             */
            type: "transaction.success" | "transaction.failed" | "transaction.abandoned" | "transaction.reversed" | "transaction.displaced" | "card_testing.detected" | "transfer.received" | "bank_transfer.rejected" | "deposit.returning" | "deposit.returned" | "deposit.return_refused" | "deposit.quarantined" | "deposit.topped_up" | "dedicated_virtual_account.created" | "dedicated_virtual_account.tier_raised" | "dedicated_virtual_account.split_changed" | "refund.pending" | "refund.processed" | "refund.failed" | "payout.pending" | "payout.success" | "payout.failed" | "payout.reversed" | "payout_batch.completed" | "settlement.settled" | "split.created" | "split.updated" | "split.deactivated" | "subaccount.created" | "subaccount.updated" | "subaccount.deactivated" | "subaccount.account_change.requested" | "subaccount.account_change.effective" | "subaccount.account_change.cancelled" | "customer.updated" | "payment_link.created" | "payment_link.updated" | "payment_link.deactivated" | "payment_link.used_up" | "identity.verified" | "identity.failed" | "identity.locked" | "identity.expired" | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What it is about, as in the webhook: see the schema of that webhook. */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description The body of the webhook as a string, byte for byte as it is signed and sent.
             * @example {"event":"transaction.success","data":{},"created_at":"2026-11-21T09:30:00.000Z"}
             */
            body: string;
            delivery: components["schemas"]["Delivery"] | null;
        };
        /** @description A payment returned to the customer, in full or in part. */
        Refund: {
            /**
             * @description The id of this record.
             * @example ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The id of the transaction.
             * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            transaction_id: string;
            /**
             * @description The reference of the transaction.
             * @example order-1042
             */
            transaction_reference: string;
            /**
             * @description Your reference of the refund.
             * @example return-311
             */
            reference: string | null;
            /**
             * @description `pending`: the bank has not confirmed it yet. `processed`: the money was sent back. `failed`: it was not, and the amount is back in your wallet.
             * @enum {string}
             */
            status: "pending" | "processed" | "failed";
            /**
             * @description The refunded amount, in kobo.
             * @example 250000
             */
            amount: number;
            /**
             * @description Taken from your wallet beside the amount, in kobo. 0 if none is due.
             * @example 0
             */
            stamp_duty: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description Your reason.
             * @example Out of stock
             */
            reason: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * @description How the customer paid. The refund is sent the same way. Known values: `card`, `bank_transfer`, `dedicated_virtual_account`.
             * @enum {string}
             */
            channel: "card" | "bank_transfer" | "dedicated_virtual_account";
            /**
             * @description The session id of the bank. Null until processed.
             * @example 000013261121093000000000000001
             */
            session_id: string | null;
            /**
             * @description Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`.
             * @example account_closed
             * @enum {string|null}
             */
            failure_code: "account_blocked" | "account_closed" | "account_dormant" | "account_invalid" | "already_returned" | "amount_too_high" | "amount_too_low" | "bank_unknown" | "bank_unreachable" | "card_not_refundable" | "contact_bank" | "duplicate" | "enquiry_differs" | "limit_exceeded" | "not_permitted" | "payment_unknown" | "rail_balance_too_low" | "refused_by_bank" | "refused_by_issuer" | "request_rejected" | "reversed_by_bank" | "security_check" | "sender_unknown" | null;
            /**
             * @description The same for people. It can change.
             * @example The account is closed.
             */
            failure_message: string | null;
            /**
             * Format: date-time
             * @description When you requested it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the bank confirmed it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            processed_at: string | null;
        };
        /** @description Payments that became available together. */
        Settlement: {
            /**
             * @description The id of this record.
             * @example set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Always `settled`.
             * @enum {string}
             */
            status: "settled";
            /**
             * @description The subaccount. Null: your own settlement.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string | null;
            /**
             * @description What became available, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description How many payments and refunds it contains.
             * @example 12
             */
            items: number;
            /**
             * Format: date-time
             * @description It contains what was paid before this time. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            paid_before: string;
            /**
             * Format: date-time
             * @description When it became available. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            settled_at: string;
        };
        /** @description Somebody who pays you, known by email. */
        Customer: {
            /**
             * @description The id of this record.
             * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The code of the customer.
             * @example CUS_AZqmA2NQe2e4sK1d8v6cXw
             */
            customer_code: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The first name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description The last name.
             * @example Example
             */
            last_name: string;
            /**
             * @description The full name.
             * @example Ada Example
             */
            name: string;
            /**
             * @description The phone number.
             * @example +2348030000000
             */
            phone: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When they first paid or were created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        InitializedTransaction: {
            /**
             * @description The checkout. Redirect the customer here.
             * @example https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw
             */
            authorization_url: string;
            /**
             * @description Opens the checkout. Keep it between you and the customer.
             * @example AZqmA2NQe2e4sK1d8v6cXw
             */
            access_code: string;
            /**
             * @description Your reference, or a generated one.
             * @example order-1042
             */
            reference: string;
            /**
             * @description The id of the transaction.
             * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * Format: date-time
             * @description When the transaction can no longer be paid. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
        };
        InitializeTransactionRequest: {
            /**
             * @description In kobo: 500000 is ₦5,000.00.
             * @example 500000
             */
            amount: number;
            /**
             * Format: email
             * @description The customer. The receipt goes here.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The legal name of the customer.
             * @example Ada Example
             */
            name: string;
            /**
             * Format: uri
             * @description Where the customer returns after payment. `reference` and `trxref` are set in its query. A URL of your mobile app, such as `myapp://paid`, if `allowed_origins` has its scheme.
             * @example https://shop.example/thanks
             */
            callback_url?: string;
            /**
             * @description The phone number of the customer.
             * @example +2348030000000
             */
            phone?: string;
            /**
             * @description The split by which the payment is shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. `custom_fields` are shown to the customer; `cancel_action` is where the cancel button leads. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Your unique name for this payment. The same reference with the same amount and email returns the same transaction while it is unpaid.
             * @example order-1042
             */
            reference?: string;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /** @description How the customer can pay. All channels by default. */
            channels?: ("card" | "bank_transfer")[];
            /**
             * @description Who pays the fee. `business` by default. `customer`: the fee is added to the amount.
             * @enum {string}
             */
            fee_bearer?: "business" | "customer";
        };
        /** @description The position of this page in the list. */
        ListMeta: {
            /**
             * @description How many records match. Counting stops at 10000.
             * @example 1
             */
            total: number;
            /**
             * @description Whether counting stopped at 10000, so that more records can match.
             * @example false
             */
            total_capped: boolean;
            /**
             * @description The number of this page.
             * @example 1
             */
            page: number;
            /**
             * @description The size of a page.
             * @example 50
             */
            perPage: number;
            /**
             * @description How many pages `total` fills. If `total_capped` is true, there can be more. To read many pages, use `next`: pages by number become slower.
             * @example 1
             */
            pageCount: number;
            /**
             * @description Send it as `cursor`, with the same filters, to get the next page. Null on the last page.
             * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
             */
            next: string | null;
        };
        SubaccountShare: {
            /**
             * @description The subaccount.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string;
            /**
             * @description Its share, in kobo.
             * @example 62500
             */
            amount: number;
        };
        /** @description Who gets what of a payment, in kobo. */
        SplitShares: {
            /**
             * @description The fee, without VAT, in kobo.
             * @example 17500
             */
            service: number;
            /**
             * @description The VAT on the fee, in kobo.
             * @example 1313
             */
            vat: number;
            /**
             * @description Your share, in kobo.
             * @example 418687
             */
            business: number;
            /** @description The shares of the subaccounts. */
            subaccounts: components["schemas"]["SubaccountShare"][];
        };
        SplitCalculation: {
            /**
             * @description What the customer pays, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description The fee with VAT, in kobo.
             * @example 18813
             */
            fees: number;
            /** @description The parts of `fees`. */
            fees_breakdown: components["schemas"]["FeePart"][];
            /**
             * @description `amount` minus `fees`, in kobo.
             * @example 481187
             */
            net_amount: number;
            shares: components["schemas"]["SplitShares"];
        };
        ShareInput: {
            /**
             * @description The id or code of a subaccount.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string;
            /**
             * @description Percent with at most two decimals, or whole kobo, depending on `type`.
             * @example 12.5
             */
            share: number;
        };
        /** @description The terms of a split, instead of `split_code`. */
        SplitTerms: {
            /**
             * @description `percentage`: shares are percent of the amount. `flat`: shares are kobo.
             * @enum {string}
             */
            type: "percentage" | "flat";
            /** @description The subaccounts and their shares. */
            subaccounts: components["schemas"]["ShareInput"][];
            /**
             * @description Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share.
             * @enum {string}
             */
            bearer_type: "account" | "subaccount" | "all" | "all-proportional";
            /**
             * @description With `subaccount`: the subaccount that pays the fee.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            bearer_subaccount_id?: string;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
        };
        CalculateSplitRequest: {
            /**
             * @description What the customer would pay, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description One of your splits.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code?: string;
            split?: components["schemas"]["SplitTerms"];
            /**
             * @description How it would be paid. The fee depends on it. `card` by default.
             * @enum {string}
             */
            channel?: "card" | "bank_transfer" | "dedicated_virtual_account";
        };
        CreatedDedicatedVirtualAccount: {
            /**
             * @description The id of this record.
             * @example dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Ten digits. Permanent.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description BUSINESS NAME/CUSTOMER NAME.
             * @example DEMO STORE/ADA EXAMPLE
             */
            account_name: string;
            bank: components["schemas"]["IssuingBank"];
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description 3 with a BVN, else 1. Known values: `1`, `3`.
             * @enum {integer}
             */
            tier: 1 | 3;
            /**
             * @description Always true: accounts are permanent.
             * @enum {boolean}
             */
            active: true;
            /**
             * Format: date-time
             * @description When the number was issued. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            assigned_at: string;
            /**
             * @description The split by which deposits are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            customer: components["schemas"]["AccountHolder"];
            /**
             * Format: date-time
             * @description When you requested it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description true: this call made it. false: it existed, and nothing was done. */
            created: boolean;
        };
        CreateDedicatedVirtualAccountRequest: {
            /** @description The customer. Created if unknown. */
            customer: {
                /**
                 * @description The first name.
                 * @example Ada Example
                 */
                first_name: string;
                /**
                 * @description The last name.
                 * @example Ada Example
                 */
                last_name: string;
                /**
                 * Format: email
                 * @description Identifies the customer, in any letter case.
                 * @example ada@example.com
                 */
                email: string;
                /**
                 * @description The phone number.
                 * @example +2348030000000
                 */
                phone?: string;
                /**
                 * @description For a Tier 3 account. You can add it later: create the account again. Stored encrypted.
                 * @example 22222222222
                 */
                bvn?: string;
            };
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description The split by which deposits are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description Transfer here to top up. Null while the bank does not answer. */
        WalletAccount: {
            /**
             * @description The account number.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description The account holder.
             * @example DEMO STORE
             */
            account_name: string;
            bank: components["schemas"]["IssuingBank"];
        };
        Balance: {
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description What you can spend, in kobo.
             * @example 10000000
             */
            available: number;
            /**
             * @description Paid to you and not yet settled, in kobo.
             * @example 500000
             */
            pending: number;
            account: components["schemas"]["WalletAccount"] | null;
        };
        BalanceEntry: {
            /**
             * @description The id of this line.
             * @example led_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The balance that it changed. Known values: `available`, `pending`.
             * @enum {string}
             */
            account: "available" | "pending";
            /**
             * @description Why. `payment`: its net amount. `payout_reversed`: the bank returned it. `payout_duty`, `refund_duty`: stamp duty on a payout or refund. `adjustment`: set in the sandbox. Known values: `payment`, `top_up`, `settlement`, `payout`, `payout_reversed`, `payout_duty`, `refund`, `refund_duty`, `identity_fee`, `adjustment`.
             * @enum {string}
             */
            type: "payment" | "top_up" | "settlement" | "payout" | "payout_reversed" | "payout_duty" | "refund" | "refund_duty" | "identity_fee" | "adjustment";
            /**
             * @description `posted`: booked. `held`: reserved for a payout, refund or fee that is not final. `released`: reserved in vain; another line returns it.
             * @enum {string}
             */
            state: "held" | "posted" | "released";
            /**
             * @description In kobo. Negative if it left the wallet.
             * @example 500000
             */
            amount: number;
            /**
             * @description The balance after this line, in kobo.
             * @example 10500000
             */
            balance: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description What caused it. Null for an adjustment. Known values: `transaction`, `deposit`, `settlement`, `payout`, `refund`, `verification`.
             * @enum {string|null}
             */
            source_type: "transaction" | "deposit" | "settlement" | "payout" | "refund" | "verification" | null;
            /**
             * @description The id of that record.
             * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            source_id: string | null;
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When it changed the balance. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its state last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        BalanceDay: {
            /**
             * Format: date-time
             * @description The start of this day in Lagos. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            start: string;
            /**
             * @description The balance at the end of this day, or now, in kobo.
             * @example 10500000
             */
            balance: number;
        };
        BalanceHistory: {
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /** @description Oldest first. The last one is today. */
            days: components["schemas"]["BalanceDay"][];
        };
        Share: {
            /**
             * @description The subaccount.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string;
            /**
             * @description Percent or kobo.
             * @example 12.5
             */
            share: number;
        };
        /** @description How payments are shared. */
        Split: {
            /**
             * @description The id of this record.
             * @example spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Send it when you initialize a transaction.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code: string;
            /**
             * @description Your name for the split.
             * @example Two cooks
             */
            name: string;
            /**
             * @description `percentage`: shares are percent of the amount. `flat`: shares are kobo.
             * @enum {string}
             */
            type: "percentage" | "flat";
            /**
             * @description Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share.
             * @enum {string}
             */
            bearer_type: "account" | "subaccount" | "all" | "all-proportional";
            /**
             * @description The subaccount that pays the fee.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            bearer_subaccount_id: string | null;
            /** @description Whether transactions can be initialized with it. */
            active: boolean;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /** @description The subaccounts and their shares. */
            subaccounts: components["schemas"]["Share"][];
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it was created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        CreateSplitRequest: {
            /**
             * @description Your name for the split.
             * @example Two cooks
             */
            name: string;
            /**
             * @description `percentage`: shares are percent of the amount. `flat`: shares are kobo.
             * @enum {string}
             */
            type: "percentage" | "flat";
            /** @description The subaccounts and their shares. */
            subaccounts: components["schemas"]["ShareInput"][];
            /**
             * @description Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share.
             * @enum {string}
             */
            bearer_type: "account" | "subaccount" | "all" | "all-proportional";
            /**
             * @description With `subaccount`: the subaccount that pays the fee.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            bearer_subaccount_id?: string;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        UpdateSplitRequest: {
            /**
             * @description Your name for the split.
             * @example Two cooks
             */
            name?: string;
            /** @description The subaccounts and their shares. */
            subaccounts?: components["schemas"]["ShareInput"][];
            /**
             * @description Who pays the fee. `account`: you. `subaccount`: one subaccount. `all`: everyone in equal parts. `all-proportional`: everyone in proportion to their share.
             * @enum {string}
             */
            bearer_type?: "account" | "subaccount" | "all" | "all-proportional";
            /**
             * @description With `subaccount`: the subaccount that pays the fee.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            bearer_subaccount_id?: string;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /** @description false: no transaction can be initialized with it. */
            active?: boolean;
        };
        AddSplitSubaccountRequest: {
            /**
             * @description The id or code of a subaccount.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string;
            /**
             * @description Percent with at most two decimals, or whole kobo, depending on `type`.
             * @example 12.5
             */
            share: number;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
        };
        /** @description A bank account with which you share payments. */
        Subaccount: {
            /**
             * @description The id of this record.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Use it in splits.
             * @example ACCT_AZqmA2NQe2e4sK1d8v6cXw
             */
            subaccount_code: string;
            /**
             * @description The name of the subaccount.
             * @example Ada Example Foods
             */
            business_name: string;
            bank: components["schemas"]["BankName"];
            /**
             * @description The number of the payout account.
             * @example 0123456789
             */
            account_number: string;
            /**
             * @description The account holder, as the bank gives it.
             * @example ADA EXAMPLE
             */
            account_name: string;
            /**
             * @description Percent, for your records.
             * @example 12.5
             */
            percentage_charge: number | null;
            /**
             * @description Whom to contact.
             * @example ada@example.com
             */
            primary_contact_email: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description Whether it receives shares of new payments. */
            active: boolean;
            /** @description true: four payouts in a row were returned from this bank account. No more are sent until it is changed. */
            payouts_stopped: boolean;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description What is paid out next, in kobo.
             * @example 500000
             */
            available: number;
            /**
             * @description What is not yet settled, in kobo.
             * @example 500000
             */
            pending: number;
            /**
             * Format: date-time
             * @description When it was created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        CreateSubaccountRequest: {
            /**
             * @description The name of the subaccount.
             * @example Ada Example Foods
             */
            business_name: string;
            /**
             * @description A code from `GET /banks`.
             * @example 058
             */
            bank_code: string;
            /**
             * @description The number of the payout account.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description Percent with at most two decimals. For your records: a split sets the shares.
             * @example 12.5
             */
            percentage_charge?: number;
            /**
             * Format: email
             * @description Whom to contact.
             * @example ada@example.com
             */
            primary_contact_email?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
        };
        UpdateSubaccountRequest: {
            /**
             * @description The name of the subaccount.
             * @example Ada Example Foods
             */
            business_name?: string;
            /**
             * @description A code from `GET /banks`.
             * @example 058
             */
            bank_code?: string;
            /**
             * @description The number of the payout account.
             * @example 0000000018
             */
            account_number?: string;
            /**
             * @description Percent with at most two decimals. For your records: a split sets the shares.
             * @example 12.5
             */
            percentage_charge?: number;
            /**
             * Format: email
             * @description Whom to contact.
             * @example ada@example.com
             */
            primary_contact_email?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /** @description false: it receives no shares of new payments. */
            active?: boolean;
        };
        /** @description The account before. */
        PayoutAccount: {
            bank: components["schemas"]["BankName"];
            /**
             * @description The account number.
             * @example 0123456789
             */
            account_number: string;
            /**
             * @description The account holder, as the bank gives it.
             * @example ADA EXAMPLE
             */
            account_name: string;
        };
        /** @description A change of the bank account of a subaccount. */
        AccountChange: {
            /**
             * @description The id of this record.
             * @example acc_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The subaccount.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string;
            /**
             * @description `waiting`: nothing is paid out to the subaccount. `effective`: the new account is paid. `cancelled`: the old one is, or another change replaced this one.
             * @enum {string}
             */
            status: "waiting" | "effective" | "cancelled";
            from: components["schemas"]["PayoutAccount"];
            /** @description The new account. */
            to: components["schemas"]["PayoutAccount"];
            /**
             * @description The email address of a person, or a key.
             * @example ada@example.com
             */
            asked_by: string;
            /**
             * Format: date-time
             * @description Null: only a second person can approve it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            effective_at: string | null;
            /**
             * @description Null: it took effect by time, or was replaced.
             * @example bola@example.com
             */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description Null while it waits. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            decided_at: string | null;
            /**
             * Format: date-time
             * @description When it was requested. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SettlementItem: {
            /**
             * @description `refund_returned`: a refund that failed. Known values: `payment`, `refund`, `refund_returned`.
             * @enum {string}
             */
            type: "payment" | "refund" | "refund_returned";
            /**
             * @description The id of the transaction or the refund.
             * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The reference of the transaction.
             * @example order-1042
             */
            reference: string | null;
            /**
             * @description How it was paid. Known values: `card`, `bank_transfer`, `dedicated_virtual_account`.
             * @enum {string|null}
             */
            channel: "card" | "bank_transfer" | "dedicated_virtual_account" | null;
            /**
             * @description What the customer paid, in kobo.
             * @example 500000
             */
            paid: number | null;
            /**
             * @description The fee with VAT, in kobo.
             * @example 18813
             */
            fees: number | null;
            /** @description The parts of `fees`. */
            fees_breakdown: components["schemas"]["FeePart"][] | null;
            shares: components["schemas"]["SplitShares"] | null;
            /**
             * @description What others received of it by a split, in kobo.
             * @example 0
             */
            shared: number | null;
            /**
             * @description What it adds to the settlement, in kobo. Negative for refunds.
             * @example 481187
             */
            amount: number;
            /**
             * Format: date-time
             * @description When it was paid or refunded. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            occurred_at: string;
        };
        /** @description A transfer that was not booked. */
        QuarantinedDeposit: {
            /**
             * @description The id of this record.
             * @example qua_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description `altered`: other details under a known session id. `unreadable`: not readable.
             * @enum {string}
             */
            reason: "altered" | "unreadable";
            /**
             * @description The session id of the bank.
             * @example 000013261121093000000000000001
             */
            session_id: string | null;
            /**
             * @description What arrived instead.
             * @example {
             *       "account_number": "2670625029",
             *       "amount": 500000,
             *       "sender_name": "ADA EXAMPLE"
             *     }
             */
            notified: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it arrived. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description The identity details. Kept for 24 hours. */
        IdentityDetails: {
            /**
             * @description The BVN. Empty if the registry has no value.
             * @example 22222222222
             */
            bvn: string;
            /**
             * @description The full name. Empty if the registry has no value.
             * @example ADA NGOZI EXAMPLE
             */
            fullName: string;
            /**
             * @description The first name. Empty if the registry has no value.
             * @example ADA
             */
            firstName: string;
            /**
             * @description The middle name. Empty if the registry has no value.
             * @example NGOZI
             */
            middleName: string;
            /**
             * @description The last name. Empty if the registry has no value.
             * @example EXAMPLE
             */
            lastName: string;
            /**
             * @description As DD-MM-YYYY. Empty if the registry has no value.
             * @example 17-04-1991
             */
            dateOfBirth: string;
            /**
             * @description The registered phone number. Empty if the registry has no value.
             * @example 08030000000
             */
            phoneNumber1: string;
            /**
             * @description Another phone number. Empty if the registry has no value.
             * @example
             */
            phoneNumber2: string;
            /**
             * @description The gender. Empty if the registry has no value.
             * @example Female
             */
            gender: string;
            /**
             * @description The bank code of the enrolment. Empty if the registry has no value.
             * @example 058
             */
            enrollmentBank: string;
            /**
             * @description The branch of the enrolment. Empty if the registry has no value.
             * @example Ikeja
             */
            enrollmentBranch: string;
            /**
             * @description The email address. Empty if the registry has no value.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The local government area of origin. Empty if the registry has no value.
             * @example Ikeja
             */
            lgaOfOrigin: string;
            /**
             * @description The local government area of residence. Empty if the registry has no value.
             * @example Ikeja
             */
            lgaOfResidence: string;
            /**
             * @description The marital status. Empty if the registry has no value.
             * @example Single
             */
            maritalStatus: string;
            /**
             * @description The NIN. Empty if the registry has no value.
             * @example
             */
            nin: string;
            /**
             * @description The nationality. Empty if the registry has no value.
             * @example Nigeria
             */
            nationality: string;
            /**
             * @description The residential address. Empty if the registry has no value.
             * @example 1 Example Street, Ikeja
             */
            residentialAddress: string;
            /**
             * @description The state of origin. Empty if the registry has no value.
             * @example Lagos
             */
            stateOfOrigin: string;
            /**
             * @description The state of residence. Empty if the registry has no value.
             * @example Lagos
             */
            stateOfResidence: string;
            /**
             * @description The title. Empty if the registry has no value.
             * @example Ms
             */
            title: string;
            /**
             * @description YES or NO. YES: no new banking relationship is allowed. Empty if the registry has no value.
             * @example NO
             */
            watchListed: string;
            /**
             * @description The level of the account. Empty if the registry has no value.
             * @example Level 1
             */
            levelOfAccount: string;
            /**
             * @description When the person was registered.
             * @example 01-02-2015
             */
            registrationDate: string | null;
            /**
             * @description A photo, in base64. Empty if the registry has no value.
             * @example
             */
            imageBase64: string;
        };
        ValidatedVerification: {
            /**
             * @description The id of this record.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            _id: string;
            /**
             * @description The id of your business.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f
             */
            clientId: string;
            /**
             * @description Masked, unless `providerResponse` is included.
             * @example *******2222
             */
            identityNumber: string;
            /**
             * @description The kind of number. Known values: `BVN`, `NIN`.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description The fee in naira, not kobo: 50, or 0 if it was returned.
             * @example 50
             */
            amount: number;
            /**
             * @description `Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed.
             * @enum {string}
             */
            status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
            /**
             * @description The account number of your wallet.
             * @example 2670625029
             */
            debitAccountNumber: string;
            /**
             * @description Always 0.
             * @example 0
             */
            vat: number;
            /**
             * @description Always 0.
             * @example 0
             */
            stampDuty: number;
            /** @description Always false. */
            isDeleted: boolean;
            /** @description true after the right OTP. */
            otpVerified: boolean;
            /**
             * @description How many times the OTP was sent again.
             * @example 0
             */
            otpResendCount: number;
            /**
             * Format: date-time
             * @description When you initiated it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description Always 0.
             * @example 0
             */
            __v: number;
            /**
             * @description The result of the debit.
             * @example Approved or completed successfully
             */
            debitMessage: string;
            /**
             * @description 200: charged. 202: held until the outcome is known. 204: returned.
             * @example 200
             */
            debitResponsCode: number;
            /**
             * @description 30 digits.
             * @example 000013261121093000000000000001
             */
            debitSessionId: string;
            /**
             * @description The id of the last OTP. Empty if none was sent.
             * @example otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            otpId: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            providerResponse: components["schemas"]["IdentityDetails"];
        };
        ValidateBvnOtpRequest: {
            /**
             * @description The `verification_id` of the initiation.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            verification_id: string;
            /**
             * @description The kind of number.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description Six digits. `123456` in test mode.
             * @example 123456
             */
            otp: string;
        };
        ResendBvnOtpRequest: {
            /**
             * @description The `verification_id` of the initiation.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            verification_id: string;
        };
        ValidateIdentityOtpRequest: {
            /**
             * @description The `verification_id` of the initiation.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            verification_id: string;
            /**
             * @description The kind of number.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description Six digits. `123456` in test mode.
             * @example 123456
             */
            otp: string;
        };
        ResendIdentityOtpRequest: {
            /**
             * @description The `verification_id` of the initiation.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            verification_id: string;
        };
        /** @description Your proof of consent. */
        Consent: {
            /**
             * @description What the person agreed to.
             * @example I agree that my BVN is verified.
             */
            text: string;
            /**
             * @description The IP address of the person.
             * @example 102.89.0.1
             */
            ip: string | null;
            /**
             * @description When the person agreed.
             * @example 2026-11-21T09:30:00Z
             */
            at: string | null;
        };
        IdentityAccess: {
            /**
             * @description Which call returned the details. Known values: `validated`, `validated_again`, `replayed`.
             * @enum {string}
             */
            how: "validated" | "validated_again" | "replayed";
            /**
             * @description The key of the call.
             * @example key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            key_id: string;
            /**
             * @description The id of the call.
             * @example 5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11
             */
            request_id: string;
            /**
             * @description The IP address of the caller.
             * @example 102.89.0.1
             */
            ip_address: string;
            /**
             * Format: date-time
             * @description When the call was made. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        VerificationDetail: {
            /**
             * @description The id of this record.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            _id: string;
            /**
             * @description The id of your business.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f
             */
            clientId: string;
            /**
             * @description Masked, unless `providerResponse` is included.
             * @example *******2222
             */
            identityNumber: string;
            /**
             * @description The kind of number. Known values: `BVN`, `NIN`.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description The fee in naira, not kobo: 50, or 0 if it was returned.
             * @example 50
             */
            amount: number;
            /**
             * @description `Pending`: an OTP was sent. `SUCCESS`: it was right. `FAILED`: none was sent, and nothing was charged. `LOCKED`: five wrong attempts. `EXPIRED`: ten minutes passed.
             * @enum {string}
             */
            status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
            /**
             * @description The account number of your wallet.
             * @example 2670625029
             */
            debitAccountNumber: string;
            /**
             * @description Always 0.
             * @example 0
             */
            vat: number;
            /**
             * @description Always 0.
             * @example 0
             */
            stampDuty: number;
            /** @description Always false. */
            isDeleted: boolean;
            /** @description true after the right OTP. */
            otpVerified: boolean;
            /**
             * @description How many times the OTP was sent again.
             * @example 0
             */
            otpResendCount: number;
            /**
             * Format: date-time
             * @description When you initiated it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * @description Always 0.
             * @example 0
             */
            __v: number;
            /**
             * @description The result of the debit.
             * @example Approved or completed successfully
             */
            debitMessage: string;
            /**
             * @description 200: charged. 202: held until the outcome is known. 204: returned.
             * @example 200
             */
            debitResponsCode: number;
            /**
             * @description 30 digits.
             * @example 000013261121093000000000000001
             */
            debitSessionId: string;
            /**
             * @description The id of the last OTP. Empty if none was sent.
             * @example otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            otpId: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            consent: components["schemas"]["Consent"] | null;
            /** @description Who saw the details, newest first; at most 100. */
            accesses: components["schemas"]["IdentityAccess"][];
        };
        Settings: {
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The name of your business.
             * @example Demo Store
             */
            business_name: string;
            /**
             * @description The version of the API for requests without `X-Service-Version`.
             * @example 2026-12-01
             */
            api_version: string;
            /**
             * @description What is not offered returns 501 `not_available_live`.
             * @example {
             *       "one_off_accounts": true,
             *       "permanent_accounts": true,
             *       "name_enquiry": true,
             *       "payouts": true,
             *       "returns": true,
             *       "identity": true,
             *       "card": true,
             *       "hosted_card": true,
             *       "mail": true
             *     }
             */
            capabilities: {
                /** @description Whether a provider of this mode offers it. */
                one_off_accounts: boolean;
                /** @description Whether a provider of this mode offers it. */
                permanent_accounts: boolean;
                /** @description Whether a provider of this mode offers it. */
                name_enquiry: boolean;
                /** @description Whether a provider of this mode offers it. */
                payouts: boolean;
                /** @description Whether a provider of this mode offers it. */
                returns: boolean;
                /** @description Whether a provider of this mode offers it. */
                identity: boolean;
                /** @description Whether a provider of this mode offers it. */
                card: boolean;
                /** @description Whether a provider of this mode offers it. */
                hosted_card: boolean;
                /** @description Whether a provider of this mode offers it. */
                mail: boolean;
            };
        };
        UpdateSettingsRequest: {
            /**
             * @description The version of the API for requests without `X-Service-Version`.
             * @enum {string}
             */
            api_version: "2026-12-01";
        };
        /** @description Your logo on the checkout. */
        Logo: {
            /**
             * @description The URL of the image.
             * @example https://pay.example/checkout/logo/demo.png
             */
            url: string;
            /**
             * @description In pixels.
             * @example 240
             */
            width: number;
            /**
             * @description In pixels.
             * @example 80
             */
            height: number;
        };
        CheckoutSettings: {
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /** @description Your pages, then your apps. Only your pages can frame the checkout, initialize transactions with the public key from a script, and be the `callback_url` of such a transaction. Only your apps can be the `callback_url` of any transaction. */
            allowed_origins: string[];
            /**
             * @description The language of the checkout. Null: customers choose it, and begin in the language of their browser if its translation is reviewed, otherwise in English. Known values: `en`, `pcm`, `yo`, `ha`, `ig`.
             * @enum {string|null}
             */
            language: "en" | "pcm" | "yo" | "ha" | "ig" | null;
            logo: components["schemas"]["Logo"] | null;
            /**
             * @description Where customers return if the transaction has no `callback_url`.
             * @example https://shop.example/thanks
             */
            default_callback_url: string | null;
            /**
             * @description How long a transaction can be paid: 15 minutes to 7 days.
             * @example 86400
             */
            expiry_seconds: number;
            /** @description true: a transfer of more than the amount completes the payment, and you keep it all. */
            accept_overpayment: boolean;
            /** @description true: initialize requires a valid `X-Service-Signature`. */
            require_signed_requests: boolean;
            /** @description true: your API calls are kept for 30 days, without secrets, for the dashboard. */
            request_log: boolean;
        };
        UpdateCheckoutSettingsRequest: {
            /** @description The origins of your pages, without a path: https, or in test mode http on this machine. Also the schemes of your mobile apps, such as `myapp://`. */
            allowed_origins?: string[];
            /**
             * @description The language of the checkout. Null: customers choose it, and begin in the language of their browser if its translation is reviewed, otherwise in English.
             * @enum {string|null}
             */
            language?: "en" | "pcm" | "yo" | "ha" | "ig" | null;
            /**
             * Format: byte
             * @description A PNG, JPEG or WebP in base64, at most 64 KB and 1024 pixels wide and high. null removes it.
             * @example iVBORw0KGgo=
             */
            logo?: string | null;
            /**
             * Format: uri
             * @description Where customers return if the transaction has no `callback_url`.
             * @example https://shop.example/thanks
             */
            default_callback_url?: string | null;
            /**
             * @description How long a transaction can be paid: 15 minutes to 7 days.
             * @example 86400
             */
            expiry_seconds?: number;
            /** @description true: a transfer of more than the amount completes the payment, and you keep it all. */
            accept_overpayment?: boolean;
            /** @description true: initialize requires a valid `X-Service-Signature`. */
            require_signed_requests?: boolean;
            /** @description true: your API calls are kept for 30 days, without secrets, for the dashboard. */
            request_log?: boolean;
        };
        /** @description Payments at the checkout. */
        FeePlan: {
            /**
             * @description Share of the amount, rounded up to the kobo. In basis points: 150 is 1.5 %.
             * @example 150
             */
            basis_points: number;
            /**
             * @description Added to that, in kobo.
             * @example 10000
             */
            flat: number;
            /**
             * @description The amount from which `flat` is added, in kobo.
             * @example 250000
             */
            flat_from: number;
            /**
             * @description The maximum before VAT, in kobo.
             * @example 200000
             */
            max: number;
        };
        /** @description For payouts, and for refunds to a bank account. Null: none is charged. */
        StampDuty: {
            /**
             * @description Taken beside the amount, in kobo. No VAT.
             * @example 5000
             */
            amount: number;
            /**
             * @description Transfers of this amount and more owe it, in kobo.
             * @example 1000000
             */
            from_amount: number;
        };
        Fees: {
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            checkout: components["schemas"]["FeePlan"];
            /** @description Deposits to dedicated virtual accounts. */
            dedicated: components["schemas"]["FeePlan"];
            /**
             * @description VAT on each of these fees. In basis points: 150 is 1.5 %.
             * @example 750
             */
            vat_basis_points: number;
            stamp_duty: components["schemas"]["StampDuty"] | null;
            /**
             * @description For an identity verification whose OTP was sent, in kobo. No VAT.
             * @example 5000
             */
            identity_fee: number;
        };
        PaymentLinkField: {
            /**
             * @description The question.
             * @example Size
             */
            label: string;
            /** @description Whether an answer is required. */
            required: boolean;
            /**
             * @description The name of the answer in `metadata.custom_fields`.
             * @example size
             */
            variable_name: string;
        };
        /** @description The payments of this link. */
        PaymentLinkTotals: {
            /**
             * @description How many succeeded, also those that were refunded later.
             * @example 12
             */
            succeeded: number;
            /**
             * @description What they paid, with fees and before refunds, in kobo.
             * @example 18000000
             */
            amount: number;
            /**
             * @description How many are started and still open.
             * @example 1
             */
            open: number;
            /**
             * @description How many count for `uses_max`: see there.
             * @example 12
             */
            used: number;
        };
        CreatedPaymentLink: {
            /**
             * @description The id of this record.
             * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The end of its URL.
             * @example adire-workshop
             */
            slug: string;
            /**
             * @description Where customers go.
             * @example https://pay.example/pay/adire-workshop
             */
            url: string;
            /**
             * @description The headline.
             * @example Adire workshop
             */
            name: string;
            /**
             * @description The text below the headline.
             * @example Two hours, dye included.
             */
            description: string | null;
            /**
             * @description In kobo. Null: the customer chooses.
             * @example 1500000
             */
            amount: number | null;
            /**
             * @description The minimum if the customer chooses, in kobo.
             * @example 100000
             */
            min_amount: number | null;
            /**
             * @description The maximum if the customer chooses, in kobo.
             * @example 5000000
             */
            max_amount: number | null;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /** @description What else the customer is asked. */
            fields: components["schemas"]["PaymentLinkField"][];
            /**
             * @description Where customers return.
             * @example https://shop.example/thanks
             */
            callback_url: string | null;
            /**
             * @description The split by which payments are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code: string | null;
            /** @description How customers can pay. Null: all channels. */
            channels: ("card" | "bank_transfer")[] | null;
            /**
             * @description Who pays the fee. Known values: `business`, `customer`.
             * @enum {string}
             */
            fee_bearer: "business" | "customer";
            /** @description Whether payments can start. */
            active: boolean;
            /**
             * Format: date-time
             * @description No payment can start from then on. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * @description How many payments can succeed.
             * @example 100
             */
            uses_max: number | null;
            /** @description Added to each payment. */
            metadata: {
                [key: string]: unknown;
            } | null;
            payments: components["schemas"]["PaymentLinkTotals"];
            /**
             * Format: date-time
             * @description When it was created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description true: this call made it. false: it existed, and nothing was done. */
            created: boolean;
        };
        PaymentLinkFieldInput: {
            /**
             * @description The question.
             * @example Size
             */
            label: string;
            /** @description Whether an answer is required. false by default. */
            required?: boolean;
        };
        CreatePaymentLinkRequest: {
            /**
             * @description The headline.
             * @example Adire workshop
             */
            name: string;
            /**
             * @description The text below the headline.
             * @example Two hours, dye included.
             */
            description?: string | null;
            /**
             * @description In kobo. null: the customer chooses.
             * @example 500000
             */
            amount?: number | null;
            /**
             * @description The minimum if the customer chooses, in kobo.
             * @example 500000
             */
            min_amount?: number | null;
            /**
             * @description The maximum if the customer chooses, in kobo.
             * @example 500000
             */
            max_amount?: number | null;
            /** @description What else to ask the customer. The answers are in `metadata.custom_fields`. */
            fields?: components["schemas"]["PaymentLinkFieldInput"][];
            /**
             * Format: uri
             * @description Where customers return.
             * @example https://shop.example/thanks
             */
            callback_url?: string | null;
            /**
             * @description The split by which payments are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code?: string | null;
            /** @description How the customer can pay. All channels by default. */
            channels?: ("card" | "bank_transfer")[] | null;
            /**
             * @description Who pays the fee. `business` by default.
             * @enum {string}
             */
            fee_bearer?: "business" | "customer";
            /**
             * Format: date-time
             * @description No payment can start from then on.
             * @example 2026-11-21T09:30:00Z
             */
            expires_at?: string | null;
            /**
             * @description How many payments can succeed. A payment counts from when its customer requests an account number or tries a card. If it does not succeed, it stops counting when it ends, at most an hour later. A fully refunded payment does not count.
             * @example 100
             */
            uses_max?: number | null;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /** @description Added to the metadata of each payment. At most 2 KB and 5 levels deep. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The end of its URL. Permanent. By default one that cannot be guessed.
             * @example adire-workshop
             */
            slug?: string;
        };
        /** @description A URL at which anyone can pay. */
        PaymentLink: {
            /**
             * @description The id of this record.
             * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The end of its URL.
             * @example adire-workshop
             */
            slug: string;
            /**
             * @description Where customers go.
             * @example https://pay.example/pay/adire-workshop
             */
            url: string;
            /**
             * @description The headline.
             * @example Adire workshop
             */
            name: string;
            /**
             * @description The text below the headline.
             * @example Two hours, dye included.
             */
            description: string | null;
            /**
             * @description In kobo. Null: the customer chooses.
             * @example 1500000
             */
            amount: number | null;
            /**
             * @description The minimum if the customer chooses, in kobo.
             * @example 100000
             */
            min_amount: number | null;
            /**
             * @description The maximum if the customer chooses, in kobo.
             * @example 5000000
             */
            max_amount: number | null;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /** @description What else the customer is asked. */
            fields: components["schemas"]["PaymentLinkField"][];
            /**
             * @description Where customers return.
             * @example https://shop.example/thanks
             */
            callback_url: string | null;
            /**
             * @description The split by which payments are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code: string | null;
            /** @description How customers can pay. Null: all channels. */
            channels: ("card" | "bank_transfer")[] | null;
            /**
             * @description Who pays the fee. Known values: `business`, `customer`.
             * @enum {string}
             */
            fee_bearer: "business" | "customer";
            /** @description Whether payments can start. */
            active: boolean;
            /**
             * Format: date-time
             * @description No payment can start from then on. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string | null;
            /**
             * @description How many payments can succeed.
             * @example 100
             */
            uses_max: number | null;
            /** @description Added to each payment. */
            metadata: {
                [key: string]: unknown;
            } | null;
            payments: components["schemas"]["PaymentLinkTotals"];
            /**
             * Format: date-time
             * @description When it was created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        UpdatePaymentLinkRequest: {
            /**
             * @description The headline.
             * @example Adire workshop
             */
            name?: string;
            /**
             * @description The text below the headline.
             * @example Two hours, dye included.
             */
            description?: string | null;
            /**
             * @description In kobo. null: the customer chooses.
             * @example 500000
             */
            amount?: number | null;
            /**
             * @description The minimum if the customer chooses, in kobo.
             * @example 500000
             */
            min_amount?: number | null;
            /**
             * @description The maximum if the customer chooses, in kobo.
             * @example 500000
             */
            max_amount?: number | null;
            /** @description What else to ask the customer. The answers are in `metadata.custom_fields`. */
            fields?: components["schemas"]["PaymentLinkFieldInput"][];
            /**
             * Format: uri
             * @description Where customers return.
             * @example https://shop.example/thanks
             */
            callback_url?: string | null;
            /**
             * @description The split by which payments are shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code?: string | null;
            /** @description How the customer can pay. All channels by default. */
            channels?: ("card" | "bank_transfer")[] | null;
            /**
             * @description Who pays the fee. `business` by default.
             * @enum {string}
             */
            fee_bearer?: "business" | "customer";
            /**
             * Format: date-time
             * @description No payment can start from then on.
             * @example 2026-11-21T09:30:00Z
             */
            expires_at?: string | null;
            /**
             * @description How many payments can succeed. A payment counts from when its customer requests an account number or tries a card. If it does not succeed, it stops counting when it ends, at most an hour later. A fully refunded payment does not count.
             * @example 100
             */
            uses_max?: number | null;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /** @description Added to the metadata of each payment. At most 2 KB and 5 levels deep. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description false: no payment can start. */
            active?: boolean;
        };
        CreatedRefund: {
            /**
             * @description The id of this record.
             * @example ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The id of the transaction.
             * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            transaction_id: string;
            /**
             * @description The reference of the transaction.
             * @example order-1042
             */
            transaction_reference: string;
            /**
             * @description Your reference of the refund.
             * @example return-311
             */
            reference: string | null;
            /**
             * @description `pending`: the bank has not confirmed it yet. `processed`: the money was sent back. `failed`: it was not, and the amount is back in your wallet.
             * @enum {string}
             */
            status: "pending" | "processed" | "failed";
            /**
             * @description The refunded amount, in kobo.
             * @example 250000
             */
            amount: number;
            /**
             * @description Taken from your wallet beside the amount, in kobo. 0 if none is due.
             * @example 0
             */
            stamp_duty: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            /**
             * @description Your reason.
             * @example Out of stock
             */
            reason: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * @description How the customer paid. The refund is sent the same way. Known values: `card`, `bank_transfer`, `dedicated_virtual_account`.
             * @enum {string}
             */
            channel: "card" | "bank_transfer" | "dedicated_virtual_account";
            /**
             * @description The session id of the bank. Null until processed.
             * @example 000013261121093000000000000001
             */
            session_id: string | null;
            /**
             * @description Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`.
             * @example account_closed
             * @enum {string|null}
             */
            failure_code: "account_blocked" | "account_closed" | "account_dormant" | "account_invalid" | "already_returned" | "amount_too_high" | "amount_too_low" | "bank_unknown" | "bank_unreachable" | "card_not_refundable" | "contact_bank" | "duplicate" | "enquiry_differs" | "limit_exceeded" | "not_permitted" | "payment_unknown" | "rail_balance_too_low" | "refused_by_bank" | "refused_by_issuer" | "request_rejected" | "reversed_by_bank" | "security_check" | "sender_unknown" | null;
            /**
             * @description The same for people. It can change.
             * @example The account is closed.
             */
            failure_message: string | null;
            /**
             * Format: date-time
             * @description When you requested it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the bank confirmed it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            processed_at: string | null;
            /** @description true: this call made it. false: it existed, and nothing was done. */
            created: boolean;
        };
        CreateRefundRequest: {
            /**
             * @description The id or reference of a successful transaction.
             * @example order-1042
             */
            transaction: string;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description In kobo. By default everything that is left to refund.
             * @example 500000
             */
            amount?: number;
            /**
             * @description Your unique name for this refund. The same reference with the same transaction and amount returns the same refund.
             * @example order-1042
             */
            reference?: string;
            /**
             * @description For your records.
             * @example Out of stock
             */
            reason?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        CreatedCustomer: {
            /**
             * @description The id of this record.
             * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The code of the customer.
             * @example CUS_AZqmA2NQe2e4sK1d8v6cXw
             */
            customer_code: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The first name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description The last name.
             * @example Example
             */
            last_name: string;
            /**
             * @description The full name.
             * @example Ada Example
             */
            name: string;
            /**
             * @description The phone number.
             * @example +2348030000000
             */
            phone: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When they first paid or were created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description true: this call made it. false: it existed, and nothing was done. */
            created: boolean;
        };
        CreateCustomerRequest: {
            /**
             * @description The first name.
             * @example Ada Example
             */
            first_name: string;
            /**
             * @description The last name.
             * @example Ada Example
             */
            last_name: string;
            /**
             * Format: email
             * @description Identifies the customer, in any letter case.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The phone number.
             * @example +2348030000000
             */
            phone?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        /** @description The totals of their payments. */
        CustomerTotals: {
            /**
             * @description How many payments succeeded.
             * @example 3
             */
            paid: number;
            /**
             * @description What they paid, in kobo, before refunds.
             * @example 1500000
             */
            volume: number;
            /**
             * Format: date-time
             * @description The last payment. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            last_paid_at: string | null;
        };
        CustomerDetail: {
            /**
             * @description The id of this record.
             * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description The code of the customer.
             * @example CUS_AZqmA2NQe2e4sK1d8v6cXw
             */
            customer_code: string;
            /**
             * @description The email address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The first name.
             * @example Ada
             */
            first_name: string;
            /**
             * @description The last name.
             * @example Example
             */
            last_name: string;
            /**
             * @description The full name.
             * @example Ada Example
             */
            name: string;
            /**
             * @description The phone number.
             * @example +2348030000000
             */
            phone: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When they first paid or were created. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            totals: components["schemas"]["CustomerTotals"];
            dedicated_virtual_account: components["schemas"]["DedicatedVirtualAccount"] | null;
        };
        /** @description Bank transfers that arrived, by when the bank told of them. */
        DepositStatistics: {
            /**
             * @description How many bank transfers arrived.
             * @example 12
             */
            count: number;
            /**
             * @description The total of these transfers, in kobo.
             * @example 500000
             */
            amount: number;
        };
        /** @description The whole range. */
        StatisticsTotals: {
            /**
             * @description What was paid, by time of payment and before refunds, in kobo.
             * @example 500000
             */
            volume: number;
            /**
             * @description How many payments succeeded, by time of payment.
             * @example 12
             */
            succeeded: number;
            /**
             * @description How many payments started.
             * @example 15
             */
            attempted: number;
            /**
             * @description The fees with VAT, in kobo.
             * @example 18813
             */
            fees: number;
            deposits: components["schemas"]["DepositStatistics"];
            /**
             * @description How many started payments failed.
             * @example 1
             */
            failed: number;
            /**
             * @description How many started payments were abandoned.
             * @example 1
             */
            abandoned: number;
            /**
             * @description How many started payments are still open.
             * @example 1
             */
            pending: number;
            /**
             * @description What was refunded, by time of refund, in kobo.
             * @example 0
             */
            refunded: number;
            /**
             * @description Paid on payouts and refunds, by the time they were sent, in kobo.
             * @example 0
             */
            stamp_duty: number;
            /**
             * @description How many of the ended payments succeeded; 10000 is all. Counts payments that started in the range. Null: none ended.
             * @example 9200
             */
            success_rate_basis_points: number | null;
        };
        StatisticsBucket: {
            /**
             * Format: date-time
             * @description The start of this day or hour in Lagos; of the first, `from`. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            start: string;
            /**
             * @description What was paid, by time of payment and before refunds, in kobo.
             * @example 500000
             */
            volume: number;
            /**
             * @description How many payments succeeded, by time of payment.
             * @example 12
             */
            succeeded: number;
            /**
             * @description How many payments started.
             * @example 15
             */
            attempted: number;
            /**
             * @description The fees with VAT, in kobo.
             * @example 18813
             */
            fees: number;
            deposits: components["schemas"]["DepositStatistics"];
        };
        Statistics: {
            /**
             * Format: date-time
             * @description The start of the range. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end of the range, exclusive. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /**
             * @description The size of a bucket. Known values: `hour`, `day`.
             * @enum {string}
             */
            by: "hour" | "day";
            totals: components["schemas"]["StatisticsTotals"];
            /** @description One for each day or hour in Lagos, oldest first, without gaps. The first and the last count what lies in the range only. */
            buckets: components["schemas"]["StatisticsBucket"][];
        };
        TimelineStep: {
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /**
             * @description What kind of step it was. Known values: `started`, `note`, `card`, `account`, `transfer`, `transfer_returned`, `succeeded`, `failed`, `abandoned`, `receipt`, `settlement`, `refund`, `reversed`.
             * @enum {string}
             */
            kind: "started" | "note" | "card" | "account" | "transfer" | "transfer_returned" | "succeeded" | "failed" | "abandoned" | "receipt" | "settlement" | "refund" | "reversed";
            /**
             * @description For people. It can change.
             * @example The customer paid by transfer
             */
            title: string;
            /**
             * @description More about it, for people.
             * @example ₦5,000.00 from ADA EXAMPLE
             */
            detail: string | null;
        };
        TimelineEntry: {
            /**
             * @description The id of the entry.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f/payment/1
             */
            entry_id: string;
            /**
             * Format: date-time
             * @description When it was booked. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The account that it left, for people.
             * @example Bank
             */
            debit: string;
            /**
             * @description The account that it reached, for people.
             * @example Pending balance
             */
            credit: string;
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Booked, reserved, reserved and then booked, or released. Known values: `posted`, `held`, `hold_posted`, `hold_voided`.
             * @enum {string}
             */
            state: "posted" | "held" | "hold_posted" | "hold_voided";
            /**
             * @description Why, for people.
             * @example Payment
             */
            reason: string;
        };
        TimelineEvent: {
            /**
             * @description The id of the event.
             * @example evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The type of the event.
             * @example transaction.success
             */
            type: string;
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description The state of its delivery. `none`: it was not sent. Known values: `pending`, `delivered`, `failed`, `none`.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "none";
        };
        TimelineShare: {
            /**
             * @description Who receives it. `service`: the fee. `vat`: the VAT on it. Known values: `service`, `vat`, `business`, `subaccount`.
             * @enum {string}
             */
            party: "service" | "vat" | "business" | "subaccount";
            /**
             * @description The subaccount.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string | null;
            /**
             * @description Percent, or kobo in a flat split.
             * @example 12.5
             */
            share: number | null;
            /**
             * @description In kobo. Null until paid.
             * @example 62500
             */
            amount: number | null;
        };
        /** @description How it is shared. Null without a split. */
        TimelineSplit: {
            /**
             * @description The split.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code: string;
            /**
             * @description The name of the split.
             * @example Two cooks
             */
            name: string;
            /**
             * @description `percentage` or `flat`.
             * @example percentage
             */
            type: string;
            /**
             * @description Who pays the fee.
             * @example account
             */
            bearer_type: string;
            /** @description All shares. */
            parts: components["schemas"]["TimelineShare"][];
        };
        Timeline: {
            /** @description What happened, oldest first. */
            steps: components["schemas"]["TimelineStep"][];
            /** @description Its ledger entries. */
            entries: components["schemas"]["TimelineEntry"][];
            /** @description Its events of the last 30 days. */
            events: components["schemas"]["TimelineEvent"][];
            /** @description Its refunds. */
            refunds: components["schemas"]["Refund"][];
            split: components["schemas"]["TimelineSplit"] | null;
        };
        CreatedPayout: {
            /**
             * @description The id of this record.
             * @example po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Your reference, or a generated one.
             * @example payout-77
             */
            reference: string;
            /**
             * @description `pending`: the amount is held and the bank has not confirmed yet. `success`: it was sent. `failed`: it was not sent, and the amount is back in the wallet. `reversed`: the bank returned it after it was sent, and the amount is back in the wallet.
             * @enum {string}
             */
            status: "pending" | "success" | "failed" | "reversed";
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Taken from your wallet beside the amount, in kobo. 0 if none is due.
             * @example 0
             */
            stamp_duty: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            bank: components["schemas"]["BankName"];
            /**
             * @description The account that receives it.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description The account holder, as the bank gives it.
             * @example ADA EXAMPLE
             */
            account_name: string;
            /**
             * @description What it is for.
             * @example Invoice 77
             */
            reason: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The subaccount whose money it is. Null: yours.
             * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            subaccount_id: string | null;
            /**
             * @description Why it failed or was returned. docs/api/failures.md has all codes. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`.
             * @example account_closed
             * @enum {string|null}
             */
            failure_code: "account_blocked" | "account_closed" | "account_dormant" | "account_invalid" | "already_returned" | "amount_too_high" | "amount_too_low" | "bank_unknown" | "bank_unreachable" | "card_not_refundable" | "contact_bank" | "duplicate" | "enquiry_differs" | "limit_exceeded" | "not_permitted" | "payment_unknown" | "rail_balance_too_low" | "refused_by_bank" | "refused_by_issuer" | "request_rejected" | "reversed_by_bank" | "security_check" | "sender_unknown" | null;
            /**
             * @description The same for people. It can change.
             * @example The account is closed.
             */
            failure_message: string | null;
            /**
             * @description The session id of the bank. Null until sent.
             * @example 000013261121093000000000000001
             */
            session_id: string | null;
            /**
             * Format: date-time
             * @description When you requested it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was sent or failed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the bank returned it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            reversed_at: string | null;
            /** @description true: this call made it. false: it existed, and nothing was done. */
            created: boolean;
        };
        CreatePayoutRequest: {
            /**
             * @description In kobo, from the available balance: 500000 is ₦5,000.00.
             * @example 500000
             */
            amount: number;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description A code from `GET /banks`.
             * @example 058
             */
            bank_code: string;
            /**
             * @description The account to pay to.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description Your unique name for this payout. The same reference with the same amount and account returns the same payout.
             * @example order-1042
             */
            reference?: string;
            /**
             * @description What it is for. The recipient sees it.
             * @example Invoice 77
             */
            reason?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. Returned unchanged. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        PayoutBatchLineRequest: {
            /**
             * @description In kobo: 500000 is ₦5,000.00.
             * @example 500000
             */
            amount: number;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description A code from `GET /banks`.
             * @example 058
             */
            bank_code: string;
            /**
             * @description The account to pay to.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description Your unique name for this payout.
             * @example order-1042
             */
            reference?: string;
            /**
             * @description What it is for. The recipient sees it.
             * @example Salary
             */
            reason?: string;
            /** @description Any data, at most 8 KB and 5 levels deep. */
            metadata?: {
                [key: string]: unknown;
            };
        };
        CreatePayoutBatchRequest: {
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description For you and your team.
             * @example Salaries of November
             */
            name?: string;
            /** @description true: the batch is sent without another call, if every name is found and the business does not require approval. */
            auto_send?: boolean;
            /** @description 1 to 1000 payouts. */
            payouts: components["schemas"]["PayoutBatchLineRequest"][];
        };
        PayoutBatchPreview: {
            /**
             * @description How many payouts.
             * @example 2
             */
            count: number;
            /**
             * @description Their total, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description The stamp duty beside it, in kobo.
             * @example 0
             */
            stamp_duty: number;
            /**
             * @description Lines with the account and amount of an earlier line. A warning.
             * @example 0
             */
            repeated: number;
        };
        CheckPayoutBatchRequest: {
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description For you and your team.
             * @example Salaries of November
             */
            name?: string;
            /** @description true: the batch is sent without another call, if every name is found and the business does not require approval. */
            auto_send?: boolean;
            /** @description 1 to 1000 payouts. */
            payouts: components["schemas"]["PayoutBatchLineRequest"][];
        };
        /** @description One payout of a batch. */
        PayoutBatchLine: {
            /**
             * @description Its place in the batch, from 1.
             * @example 1
             */
            number: number;
            /**
             * @description `waiting`: not sent yet. `pending`, `success`, `failed`, `reversed`: the status of its payout. `not_sent`: it cannot be sent, and no payout was made: see `failure`. `cancelled`: the batch was cancelled before it was sent.
             * @enum {string}
             */
            status: "waiting" | "pending" | "success" | "failed" | "reversed" | "not_sent" | "cancelled";
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
            bank: components["schemas"]["BankName"];
            /**
             * @description The account that receives it.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description The account holder, as the bank gives it. Null until known.
             * @example ADA EXAMPLE
             */
            account_name: string | null;
            /**
             * @description The answer to the name enquiry. `unknown`: the bank did not answer. Known values: `pending`, `found`, `not_found`, `unknown`.
             * @enum {string}
             */
            name_check: "pending" | "found" | "not_found" | "unknown";
            /**
             * @description Your reference, or a generated one.
             * @example salary-ada-11
             */
            reference: string;
            /**
             * @description What it is for.
             * @example Salary
             */
            reason: string | null;
            /** @description Your metadata, unchanged. */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The first line with the same account and amount. A warning, not an error.
             * @example 1
             */
            repeats: number | null;
            /**
             * @description Of `failed` and `reversed`: the code of the payout. Of `not_sent`: `account_not_resolved`, `duplicate_reference`, `unknown_bank`. Known values: `account_blocked`, `account_closed`, `account_dormant`, `account_invalid`, `already_returned`, `amount_too_high`, `amount_too_low`, `bank_unknown`, `bank_unreachable`, `card_not_refundable`, `contact_bank`, `duplicate`, `enquiry_differs`, `limit_exceeded`, `not_permitted`, `payment_unknown`, `rail_balance_too_low`, `refused_by_bank`, `refused_by_issuer`, `request_rejected`, `reversed_by_bank`, `security_check`, `sender_unknown`, `account_not_resolved`, `duplicate_reference`, `unknown_bank`.
             * @example account_closed
             * @enum {string|null}
             */
            failure_code: "account_blocked" | "account_closed" | "account_dormant" | "account_invalid" | "already_returned" | "amount_too_high" | "amount_too_low" | "bank_unknown" | "bank_unreachable" | "card_not_refundable" | "contact_bank" | "duplicate" | "enquiry_differs" | "limit_exceeded" | "not_permitted" | "payment_unknown" | "rail_balance_too_low" | "refused_by_bank" | "refused_by_issuer" | "request_rejected" | "reversed_by_bank" | "security_check" | "sender_unknown" | "account_not_resolved" | "duplicate_reference" | "unknown_bank" | null;
            /**
             * @description The same for people. It can change.
             * @example The account is closed.
             */
            failure_message: string | null;
            /**
             * @description The payout. Null until there is one.
             * @example po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            payout_id: string | null;
            /**
             * @description The session id of the bank. Null until sent.
             * @example 000013261121093000000000000001
             */
            session_id: string | null;
            /**
             * Format: date-time
             * @description When it was sent or failed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the bank returned it. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            reversed_at: string | null;
        };
        /** @description The state of `url`. */
        WebhookEndpoint: {
            /**
             * @description The last characters of the secret.
             * @example x7Qd
             */
            secret_hint: string;
            /**
             * Format: date-time
             * @description After a roll: until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` carries a signature of each. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            old_secret_until: string | null;
            /**
             * @description How many attempts failed since the last success.
             * @example 0
             */
            failures: number;
            /**
             * Format: date-time
             * @description When it began to fail. It is turned off after 5 days. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description The next attempt: after ten failures in a row, there is one a minute. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            next_probe_at: string | null;
            /**
             * Format: date-time
             * @description When it was turned off. Set the URL again to turn it on. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            disabled_at: string | null;
            /**
             * @description `gone`: it returned 410. `failing`: 5 days and 10 failures in a row.
             * @enum {string|null}
             */
            disabled_reason: "gone" | "failing" | null;
        };
        /** @description The state of both URLs. */
        WebhookEndpoints: {
            standard: components["schemas"]["WebhookEndpoint"];
            /** @description The state of `dedicated_virtual_account_url`. */
            dedicated_virtual_account: components["schemas"]["WebhookEndpoint"];
        };
        WebhookNotice: {
            /**
             * @description Which of the two URLs. Known values: `standard`, `dedicated_virtual_account`.
             * @enum {string}
             */
            which: "standard" | "dedicated_virtual_account";
            /**
             * @description What happened. Known values: `failing_24h`, `failing_72h`, `turned_off`.
             * @enum {string}
             */
            kind: "failing_24h" | "failing_72h" | "turned_off";
            /**
             * Format: date-time
             * @description When it began to fail. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string;
            /**
             * @description The webhook URL.
             * @example https://shop.example/hooks
             */
            url: string;
            /**
             * Format: date-time
             * @description When it was noticed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        WebhookSettings: {
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Where events are sent. Null: events are only stored.
             * @example https://shop.example/hooks
             */
            url: string | null;
            /**
             * @description Where events of deposits to dedicated virtual accounts are sent. Null: to `url`.
             * @example https://shop.example/hooks
             */
            dedicated_virtual_account_url: string | null;
            /** @description Which events are sent, to both URLs. `*` for all. */
            events: string[];
            /**
             * @description The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret. Known values: `standard`, `paystack`.
             * @enum {string}
             */
            format: "standard" | "paystack";
            /**
             * @description The version of the API that events are sent in.
             * @example 2026-12-01
             */
            api_version: string;
            endpoints: components["schemas"]["WebhookEndpoints"];
            /** @description Problems of your webhook URLs: the last 20, newest first. */
            notices: components["schemas"]["WebhookNotice"][];
        };
        UpdateWebhooksRequest: {
            /**
             * @description Where events are sent; https in live mode. null clears it.
             * @example https://shop.example/hooks
             */
            url?: string | null;
            /**
             * @description Another URL for deposits to dedicated virtual accounts. null: they are sent to `url`.
             * @example https://shop.example/hooks
             */
            dedicated_virtual_account_url?: string | null;
            /** @description Which events are sent, to both URLs: names of webhooks of this document. `*` for all, including events of later versions. */
            events?: string[];
            /**
             * @description The format of the events. `paystack`: as Paystack sends them, with `x-paystack-signature` made with the webhook secret.
             * @enum {string}
             */
            format?: "standard" | "paystack";
            /**
             * @description The version of the API that events are sent in. Stored events keep theirs.
             * @enum {string}
             */
            api_version?: "2026-12-01";
        };
        RolledWebhookSecret: {
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description Which URL; `both` gives both URLs the same secret. Known values: `standard`, `dedicated_virtual_account`, `both`.
             * @enum {string}
             */
            which: "standard" | "dedicated_virtual_account" | "both";
            /**
             * @description The new secret. It is shown only once.
             * @example whsec_MDEyMzQ1Njc4OWFiY2RlZg==
             */
            secret: string;
            /**
             * Format: date-time
             * @description Until then, `X-Service-Signature` is made with the old secret, and `webhook-signature` carries a signature of each. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            old_secret_until: string | null;
        };
        RollWebhookSecretRequest: {
            /**
             * @description Which URL; `both` gives both URLs the same secret.
             * @enum {string}
             */
            which: "standard" | "dedicated_virtual_account" | "both";
            /**
             * @description How long the old secret stays valid. 0 if it has leaked.
             * @example 24
             */
            overlap_hours: number;
        };
        DeliveryAttempt: {
            /**
             * @description The number of the attempt.
             * @example 1
             */
            attempt: number;
            /**
             * @description The webhook URL.
             * @example https://shop.example/hooks
             */
            url: string;
            /**
             * @description The HTTP status of the response.
             * @example 200
             */
            status: number | null;
            /**
             * @description Why there was no response.
             * @example timeout
             */
            error: string | null;
            /**
             * @description How long the response took, in milliseconds.
             * @example 84
             */
            latency_ms: number;
            /**
             * @description The first 2 KB of the response.
             * @example ok
             */
            answer: string;
            /**
             * Format: date-time
             * @description When it ended. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description An event with its delivery attempts. */
        EventDetail: {
            /**
             * @description The id, as in the headers `X-Service-Event-Id` and `webhook-id`.
             * @example evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description What happened. Known values: `transaction.success`, `transaction.failed`, `transaction.abandoned`, `transaction.reversed`, `transaction.displaced`, `card_testing.detected`, `transfer.received`, `bank_transfer.rejected`, `deposit.returning`, `deposit.returned`, `deposit.return_refused`, `deposit.quarantined`, `deposit.topped_up`, `dedicated_virtual_account.created`, `dedicated_virtual_account.tier_raised`, `dedicated_virtual_account.split_changed`, `refund.pending`, `refund.processed`, `refund.failed`, `payout.pending`, `payout.success`, `payout.failed`, `payout.reversed`, `payout_batch.completed`, `settlement.settled`, `split.created`, `split.updated`, `split.deactivated`, `subaccount.created`, `subaccount.updated`, `subaccount.deactivated`, `subaccount.account_change.requested`, `subaccount.account_change.effective`, `subaccount.account_change.cancelled`, `customer.updated`, `payment_link.created`, `payment_link.updated`, `payment_link.deactivated`, `payment_link.used_up`, `identity.verified`, `identity.failed`, `identity.locked`, `identity.expired`, `webhook.test`.
             * @enum {string}
             */
            type: "transaction.success" | "transaction.failed" | "transaction.abandoned" | "transaction.reversed" | "transaction.displaced" | "card_testing.detected" | "transfer.received" | "bank_transfer.rejected" | "deposit.returning" | "deposit.returned" | "deposit.return_refused" | "deposit.quarantined" | "deposit.topped_up" | "dedicated_virtual_account.created" | "dedicated_virtual_account.tier_raised" | "dedicated_virtual_account.split_changed" | "refund.pending" | "refund.processed" | "refund.failed" | "payout.pending" | "payout.success" | "payout.failed" | "payout.reversed" | "payout_batch.completed" | "settlement.settled" | "split.created" | "split.updated" | "split.deactivated" | "subaccount.created" | "subaccount.updated" | "subaccount.deactivated" | "subaccount.account_change.requested" | "subaccount.account_change.effective" | "subaccount.account_change.cancelled" | "customer.updated" | "payment_link.created" | "payment_link.updated" | "payment_link.deactivated" | "payment_link.used_up" | "identity.verified" | "identity.failed" | "identity.locked" | "identity.expired" | "webhook.test";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What it is about, as in the webhook: see the schema of that webhook. */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description The body of the webhook as a string, byte for byte as it is signed and sent.
             * @example {"event":"transaction.success","data":{},"created_at":"2026-11-21T09:30:00.000Z"}
             */
            body: string;
            delivery: components["schemas"]["Delivery"] | null;
            /** @description Newest first; at most 100. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        ResentEvents: {
            /**
             * @description How many are sent again.
             * @example 1
             */
            events: number;
        };
        ResendEventsRequest: {
            /**
             * @description The start: a day in Lagos, or a time.
             * @example 2026-11-28
             * @example 2026-11-28T09:30:00Z
             */
            from: string;
            /**
             * @description The end: a day in Lagos, inclusive, or a time, exclusive; at most 30 days later.
             * @example 2026-11-28
             * @example 2026-11-28T09:30:00Z
             */
            to: string;
            /** @description Only events that could not be delivered. false by default. */
            only_failed?: boolean;
        };
        SendTestEventRequest: {
            /**
             * @description Which webhook URL. `standard` by default.
             * @enum {string}
             */
            which?: "standard" | "dedicated_virtual_account";
        };
        SimulateTransferRequest: {
            /**
             * @description An account number that was issued to you in test mode.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description The name of the sender.
             * @example Ngozi Sample
             */
            sender_name?: string;
            /**
             * @description The bank code of the sender.
             * @example 058
             */
            sender_bank_code?: string;
            /**
             * @description The account number of the sender.
             * @example 0000000018
             */
            sender_account_number?: string;
            /**
             * @description What the sender writes.
             * @example Order 1042
             */
            narration?: string;
            /**
             * @description The same session id is the same transfer and is credited once. If another business has used it, the deposit gets another one.
             * @example 000013261121093000000000000001
             */
            session_id?: string;
        };
        SandboxBalance: {
            /**
             * @description The available balance, in kobo.
             * @example 10000000
             */
            available: number;
            /**
             * @description Always `NGN`.
             * @enum {string}
             */
            currency: "NGN";
        };
        SetSandboxBalanceRequest: {
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description The new available balance, in kobo.
             * @example 10000000
             */
            amount: number;
        };
        SandboxMessage: {
            /**
             * @description The id of this record.
             * @example msg_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description How it would be sent. Known values: `sms`, `email`.
             * @enum {string}
             */
            channel: "sms" | "email";
            /**
             * @description A masked phone number, or an email address.
             * @example ada@example.com
             */
            to: string;
            /**
             * @description The subject of an email.
             * @example Your receipt
             */
            subject: string | null;
            /**
             * @description The text.
             * @example Your code is 123456
             */
            text: string;
            /**
             * @description The HTML of an email.
             * @example <p>Thank you</p>
             */
            html: string | null;
            /**
             * @description The OTP in a text message.
             * @example 123456
             */
            otp: string | null;
            /**
             * Format: date-time
             * @description When it was sent. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SettlementSchedule: {
            /**
             * @description With the payment, or on the next working day as in live mode. Known values: `instant`, `T+1`.
             * @enum {string}
             */
            schedule: "instant" | "T+1";
        };
        UpdateSettlementScheduleRequest: {
            /**
             * @description With the payment, or on the next working day as in live mode.
             * @enum {string}
             */
            schedule: "instant" | "T+1";
        };
        PayTransactionRequest: {
            /**
             * @description How to pay.
             * @enum {string}
             */
            channel: "card" | "bank_transfer";
            /**
             * @description `NGN`, or left out.
             * @enum {string}
             */
            currency?: "NGN";
            /**
             * @description In kobo, with `bank_transfer` only: pay more or less than the amount.
             * @example 500000
             */
            amount?: number;
            /**
             * @description `success` by default. `declined`: with `card` only.
             * @enum {string}
             */
            outcome?: "success" | "declined";
        };
        SandboxRail: {
            /**
             * @description `bank`: accounts and transfers. `card`: cards. `identity`: BVN and NIN. `message`: email. Or one operation, such as `payouts.send`. Known values: `bank`, `card`, `identity`, `message`, `banks.resolve`, `accounts.issue_one_off`, `accounts.issue`, `accounts.raise_tier`, `payouts.send`, `payouts.enquire`, `returns.send`, `returns.enquire`, `cards.charge`, `cards.submit_pin`, `cards.submit_otp`, `cards.enquire`, `cards.reverse`, `cards.refund`, `cards.enquire_refund`, `identity.send_code`, `identity.enquire`, `identity.submit_code`, `mail.send`.
             * @enum {string}
             */
            rail: "bank" | "card" | "identity" | "message" | "banks.resolve" | "accounts.issue_one_off" | "accounts.issue" | "accounts.raise_tier" | "payouts.send" | "payouts.enquire" | "returns.send" | "returns.enquire" | "cards.charge" | "cards.submit_pin" | "cards.submit_otp" | "cards.enquire" | "cards.reverse" | "cards.refund" | "cards.enquire_refund" | "identity.send_code" | "identity.enquire" | "identity.submit_code" | "mail.send";
            /**
             * @description How the calls fail. Null: they do not. Known values: `down`, `timeout`, `refused`.
             * @enum {string|null}
             */
            outcome: "down" | "timeout" | "refused" | null;
            /**
             * @description How many more calls fail.
             * @example 0
             */
            times: number;
        };
        UpdateSandboxRailRequest: {
            /**
             * @description `down`: the rail is down. `timeout`: it does not respond, and never received the call. `refused`: it rejects the call; calls that cannot be rejected succeed.
             * @enum {string}
             */
            outcome: "down" | "timeout" | "refused";
            /**
             * @description How many of your next calls to this rail or operation fail. 0: none.
             * @example 1
             */
            times: number;
        };
        CardLimits: {
            /**
             * @description `on`: as in live mode. `off`: no limits, for your own tests. `paused`: every card must wait (429 `card_paused`). `stopped`: every card is rejected (403 `card_testing_stopped`).
             * @enum {string}
             */
            limits: "on" | "off" | "paused" | "stopped";
        };
        UpdateSandboxCardLimitsRequest: {
            /**
             * @description `on`: as in live mode. `off`: no limits, for your own tests. `paused`: every card must wait (429 `card_paused`). `stopped`: every card is rejected (403 `card_testing_stopped`).
             * @enum {string}
             */
            limits: "on" | "off" | "paused" | "stopped";
        };
        StatementLine: {
            /**
             * @description The session id of the transfer.
             * @example 000013261121093000000000000001
             */
            session_id: string;
            /**
             * @description In or out. Known values: `credit`, `debit`.
             * @enum {string}
             */
            direction: "credit" | "debit";
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Our account number.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description What the sender wrote.
             * @example Order 1042
             */
            narration: string;
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            occurred_at: string;
        };
        BankStatement: {
            /**
             * @description The name of the bank.
             * @example sandbox
             */
            rail: string;
            /**
             * @description Always `test`.
             * @enum {string}
             */
            mode: "test";
            /**
             * Format: date-time
             * @description The start. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end, exclusive. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /** @description The transfers, oldest first. */
            lines: components["schemas"]["StatementLine"][];
        };
        ExampleData: {
            /**
             * @description The state of the run. Known values: `none`, `running`, `done`, `failed`.
             * @enum {string}
             */
            state: "none" | "running" | "done" | "failed";
            /**
             * @description How many days are created.
             * @example 3
             */
            done: number;
            /**
             * @description How many days were requested.
             * @example 7
             */
            total: number;
        };
        CreateExamplesRequest: {
            /**
             * @description How many days, until today.
             * @example 7
             */
            days: number;
        };
        /** @description The state of the verification. */
        InitiationProviderResponse: {
            /**
             * @description The same as `verification_id`.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            _id: string;
            /**
             * @description Always `Pending`.
             * @enum {string}
             */
            status: "Pending";
        };
        /** @description Success. */
        InitiatedVerification: {
            /**
             * @description The OTP was sent.
             * @enum {string}
             */
            status: "success";
            /**
             * @description For people. It can change.
             * @example A code was sent to the registered phone
             */
            message: string;
            /**
             * @description Send it to validate.
             * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            verification_id: string;
            provider_response: components["schemas"]["InitiationProviderResponse"];
        };
        /** @description Your proof of consent. Stored encrypted. */
        ConsentInput: {
            /**
             * @description What the person agreed to, in your words.
             * @example I agree that my BVN is verified.
             */
            text: string;
            /**
             * @description The IP address of the person.
             * @example 102.89.0.1
             */
            ip?: string;
            /**
             * Format: date-time
             * @description When the person agreed.
             * @example 2026-11-21T09:30:00Z
             */
            at?: string;
        };
        InitiateBvnVerificationRequest: {
            /**
             * @description The kind of number.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description The BVN or NIN: 11 digits.
             * @example 22222222222
             */
            number: string;
            consent?: components["schemas"]["ConsentInput"];
        };
        InitiateIdentityVerificationRequest: {
            /**
             * @description The kind of number.
             * @enum {string}
             */
            type: "BVN" | "NIN";
            /**
             * @description The BVN or NIN: 11 digits.
             * @example 22222222222
             */
            number: string;
            consent?: components["schemas"]["ConsentInput"];
        };
        Bank: {
            /**
             * @description The name of the bank.
             * @example Guaranty Trust Bank
             */
            name: string;
            /**
             * @description Send it as `bank_code`. A string: leading zeros count.
             * @example 058
             */
            code: string;
            /**
             * @description For URLs and logos.
             * @example guaranty-trust-bank
             */
            slug: string;
            /**
             * @description Six digits, used between banks. Accepted as `bank_code` too.
             * @example 000013
             */
            nip_code: string | null;
            /**
             * @description The kind of licence. Known values: `commercial`, `merchant`, `payment_service`, `microfinance`, `mortgage`, `finance`.
             * @enum {string}
             */
            type: "commercial" | "merchant" | "payment_service" | "microfinance" | "mortgage" | "finance";
        };
        ResolvedAccount: {
            /**
             * @description The account holder, as the bank gives it.
             * @example ADA EXAMPLE
             */
            account_name: string;
            /**
             * @description The account number.
             * @example 0000000018
             */
            account_number: string;
            /**
             * @description The bank code, as in the list.
             * @example 058
             */
            bank_code: string;
            /** @description Advice only: many valid numbers fail it. Null: the bank has no check digit. */
            check_digit_valid: boolean | null;
        };
        ResolveAccountRequest: {
            /**
             * @description A code from `GET /banks`.
             * @example 058
             */
            bank_code: string;
            /**
             * @description 10 digits.
             * @example 0000000018
             */
            account_number: string;
        };
        PublicTransaction: {
            /**
             * @description The checkout.
             * @example https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw
             */
            authorization_url: string;
            /**
             * @description Opens the checkout.
             * @example AZqmA2NQe2e4sK1d8v6cXw
             */
            access_code: string;
            /**
             * @description Your reference, or a generated one.
             * @example order-1042
             */
            reference: string;
            /**
             * Format: date-time
             * @description When the transaction can no longer be paid. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /** @description Whether the page can show the checkout in a frame. */
            may_frame: boolean;
            /**
             * @description The language in your checkout settings. Known values: `en`, `pcm`, `yo`, `ha`, `ig`.
             * @enum {string|null}
             */
            language: "en" | "pcm" | "yo" | "ha" | "ig" | null;
        };
        InitializePublicTransactionRequest: {
            /**
             * @description Your public key.
             * @example pk_test_0123456789ABCDEFabcdef0123456789ABCDEF
             */
            key: string;
            /**
             * @description In kobo.
             * @example 500000
             */
            amount: number;
            /**
             * Format: email
             * @description The customer. The receipt goes here.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The name of the customer.
             * @example Ada Example
             */
            name?: string;
            /**
             * @description Your unique name for this payment. The same reference with the same amount and email returns the same transaction while it is unpaid.
             * @example order-1042
             */
            reference?: string;
            /**
             * Format: uri
             * @description Where the customer returns after payment. `reference` and `trxref` are set in its query. A URL of your mobile app, such as `myapp://paid`, if `allowed_origins` has its scheme.
             * @example https://shop.example/thanks
             */
            callback_url?: string;
            /**
             * @description The split by which the payment is shared.
             * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
             */
            split_code?: string;
            /**
             * @description `card`, `bank_transfer`, or both: with a comma, or sent twice.
             * @example card,bank_transfer
             */
            channels?: string;
            /**
             * @description A JSON object as a string, or `metadata[name]=value`, up to 5 names deep.
             * @example {"cart_id":398}
             */
            metadata?: string;
        } & {
            [key: string]: unknown;
        };
        TransactionSuccessEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "transaction.success";
            data: components["schemas"]["Transaction"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        TransactionFailedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "transaction.failed";
            data: components["schemas"]["Transaction"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        TransactionAbandonedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "transaction.abandoned";
            data: components["schemas"]["Transaction"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        TransactionDisplacedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "transaction.displaced";
            data: components["schemas"]["Transaction"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        TransactionReversedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "transaction.reversed";
            data: components["schemas"]["Transaction"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description Someone is testing cards at your checkout. */
        CardTesting: {
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description For people. It can change.
             * @example Many cards were declined at your checkout.
             */
            message: string;
            /**
             * Format: date-time
             * @description When the limit on cards ends, if no more are declined. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            until: string;
        };
        CardTestingDetectedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "card_testing.detected";
            data: components["schemas"]["CardTesting"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description A transfer to a dedicated virtual account. */
        ReceivedTransfer: {
            /**
             * @description What arrived, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description The dedicated virtual account that received it.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description The name of the sender.
             * @example ADA EXAMPLE
             */
            source: string;
            /**
             * @description The reference of the transaction.
             * @example 000013261121093000000000000001
             */
            reference: string;
            /**
             * @description The id of the transaction.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f
             */
            transaction_uuid: string;
        };
        TransferReceivedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "transfer.received";
            data: components["schemas"]["ReceivedTransfer"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description A transfer that does not match its transaction. */
        RejectedTransfer: {
            /**
             * @description The id of this record.
             * @example dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description `matched`: it paid a transaction or topped up the wallet. The others did not and are returned to the sender: `unmatched`, `returning`, `returned`. `return_refused`: the bank rejected the return.
             * @enum {string}
             */
            status: "matched" | "unmatched" | "returning" | "returned" | "return_refused";
            /**
             * @description Why it did not match. Known values: `amount_too_low`, `amount_too_high`, `late`, `already_paid`, `closed`.
             * @enum {string|null}
             */
            reason: "amount_too_low" | "amount_too_high" | "late" | "already_paid" | "closed" | null;
            /**
             * @description What arrived, in kobo.
             * @example 500000
             */
            amount: number;
            /**
             * @description Always `NGN`.
             * @constant
             */
            currency: "NGN";
            /**
             * @description The account number that received it.
             * @example 2670625029
             */
            account_number: string;
            /**
             * @description The account of a payment, of a customer, or of your wallet. Known values: `one_off`, `dedicated`, `wallet`.
             * @enum {string}
             */
            account_kind: "one_off" | "dedicated" | "wallet";
            /**
             * @description The name of the sender.
             * @example ADA EXAMPLE
             */
            sender_name: string;
            /**
             * @description The bank code of the sender.
             * @example 058
             */
            sender_bank_code: string;
            /**
             * @description Masked.
             * @example ******1234
             */
            sender_account_number: string;
            /**
             * @description What the sender wrote.
             * @example Order 1042
             */
            narration: string;
            /**
             * @description The session id of the bank: one for each transfer.
             * @example 000013261121093000000000000001
             */
            session_id: string;
            /**
             * @description The session id of the return.
             * @example 000013261121093000000000000001
             */
            return_session_id: string | null;
            /**
             * @description The transaction. Null for the wallet.
             * @example 019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f
             */
            transaction_id: string | null;
            /**
             * Format: date-time
             * @description When it arrived at the bank. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            received_at: string;
            /**
             * Format: date-time
             * @description When it last changed. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Of the transaction.
             * @example order-1042
             */
            reference: string;
        };
        BankTransferRejectedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "bank_transfer.rejected";
            data: components["schemas"]["RejectedTransfer"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DepositReturningEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "deposit.returning";
            data: components["schemas"]["Deposit"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DepositReturnedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "deposit.returned";
            data: components["schemas"]["Deposit"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DepositReturnRefusedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "deposit.return_refused";
            data: components["schemas"]["Deposit"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DepositQuarantinedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "deposit.quarantined";
            data: components["schemas"]["QuarantinedDeposit"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DepositToppedUpEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "deposit.topped_up";
            data: components["schemas"]["Deposit"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DedicatedVirtualAccountCreatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "dedicated_virtual_account.created";
            data: components["schemas"]["DedicatedVirtualAccount"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DedicatedVirtualAccountTierRaisedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "dedicated_virtual_account.tier_raised";
            data: components["schemas"]["DedicatedVirtualAccount"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        DedicatedVirtualAccountSplitChangedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "dedicated_virtual_account.split_changed";
            data: components["schemas"]["DedicatedVirtualAccount"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        RefundPendingEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "refund.pending";
            data: components["schemas"]["Refund"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        RefundProcessedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "refund.processed";
            data: components["schemas"]["Refund"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        RefundFailedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "refund.failed";
            data: components["schemas"]["Refund"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PayoutPendingEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payout.pending";
            data: components["schemas"]["Payout"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PayoutSuccessEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payout.success";
            data: components["schemas"]["Payout"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PayoutBatchCompletedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payout_batch.completed";
            data: components["schemas"]["PayoutBatch"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PayoutFailedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payout.failed";
            data: components["schemas"]["Payout"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PayoutReversedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payout.reversed";
            data: components["schemas"]["Payout"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SettlementSettledEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "settlement.settled";
            data: components["schemas"]["Settlement"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SplitCreatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "split.created";
            data: components["schemas"]["Split"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SplitUpdatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "split.updated";
            data: components["schemas"]["Split"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SplitDeactivatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "split.deactivated";
            data: components["schemas"]["Split"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SubaccountCreatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "subaccount.created";
            data: components["schemas"]["Subaccount"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SubaccountUpdatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "subaccount.updated";
            data: components["schemas"]["Subaccount"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SubaccountDeactivatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "subaccount.deactivated";
            data: components["schemas"]["Subaccount"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SubaccountAccountChangeRequestedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "subaccount.account_change.requested";
            data: components["schemas"]["AccountChange"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SubaccountAccountChangeEffectiveEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "subaccount.account_change.effective";
            data: components["schemas"]["AccountChange"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SubaccountAccountChangeCancelledEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "subaccount.account_change.cancelled";
            data: components["schemas"]["AccountChange"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        CustomerUpdatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "customer.updated";
            data: components["schemas"]["Customer"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PaymentLinkCreatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payment_link.created";
            data: components["schemas"]["PaymentLink"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PaymentLinkUpdatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payment_link.updated";
            data: components["schemas"]["PaymentLink"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        PaymentLinkDeactivatedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payment_link.deactivated";
            data: components["schemas"]["PaymentLink"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description A payment link whose uses are all taken. */
        UsedUpLink: {
            /**
             * @description The id of the payment link.
             * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
             */
            id: string;
            /**
             * @description The mode of this record. Known values: `test`, `live`.
             * @enum {string}
             */
            domain: "test" | "live";
            /**
             * @description How many payments it takes.
             * @example 10
             */
            uses_max: number;
        };
        PaymentLinkUsedUpEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "payment_link.used_up";
            data: components["schemas"]["UsedUpLink"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        IdentityVerifiedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "identity.verified";
            data: components["schemas"]["Verification"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        IdentityFailedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "identity.failed";
            data: components["schemas"]["Verification"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        IdentityLockedEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "identity.locked";
            data: components["schemas"]["Verification"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        IdentityExpiredEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "identity.expired";
            data: components["schemas"]["Verification"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        /** @description Nothing happened: you tested your webhook URL. */
        TestMessage: {
            /**
             * @description For people. It can change.
             * @example This is a test.
             */
            message: string;
        };
        WebhookTestEvent: {
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event: "webhook.test";
            data: components["schemas"]["TestMessage"];
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC.
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        SignInRequest: {
            email: string;
            password: string;
        };
        SubmitSecondFactorRequest: {
            /** @description Six digits from the app, or a recovery code. */
            code: string;
        };
        ConfirmPasswordRequest: {
            password: string;
            /** @description Six digits from the app, or a recovery code. */
            code?: string;
        };
        ChangePasswordRequest: {
            current_password: string;
            password: string;
        };
        RequestPasswordResetRequest: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
        };
        ResetPasswordRequest: {
            /** @description The last part of the link in the email. */
            token: string;
            password: string;
        };
        ConfirmSecondFactorRequest: {
            /** @description Six digits from the app, or a recovery code. */
            code: string;
        };
        OpenInvitationRequest: {
            /** @description The last part of the link in the email. */
            token: string;
        };
        AcceptInvitationRequest: {
            /** @description The last part of the link in the email. */
            token: string;
            /** @example Ada Example */
            name?: string;
            password?: string;
        };
        UpdateMemberRequest: {
            /** @enum {string} */
            role: "owner" | "developer" | "finance" | "support";
        };
        CreateInvitationRequest: {
            /**
             * Format: email
             * @example ada@example.com
             */
            email: string;
            /** @enum {string} */
            role: "owner" | "developer" | "finance" | "support";
        };
        CreateKeyRequest: {
            /**
             * @description secret: for your server. public: for your pages; it can only initialize payments.
             * @enum {string}
             */
            kind: "secret" | "public";
            /** @description The scopes of a secret key. all: everything, including future scopes. You can grant what your role allows. Default: all of that. */
            scopes?: ("transactions:read" | "transactions:write" | "transactions:export" | "refunds:read" | "refunds:write" | "customers:read" | "customers:write" | "payment_links:read" | "payment_links:write" | "dedicated_virtual_accounts:read" | "dedicated_virtual_accounts:write" | "deposits:read" | "splits:read" | "splits:write" | "balance:read" | "payouts:read" | "payouts:write" | "payouts:export" | "settlements:read" | "settlements:export" | "identity:read" | "identity:write" | "banks:read" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "sandbox:write" | "all")[];
            /** @description The IP addresses or networks (CIDR) from which a secret key works, at most 20. Empty: every address. */
            allowed_ips?: string[];
        };
        RollKeyRequest: {
            /** @description How long the old key stays valid. 0 if it has leaked. */
            overlap_hours: number;
        };
        UpdateKeyRequest: {
            /** @description The scopes of a secret key. all: everything, including future scopes. You can grant what your role allows. Default: all of that. */
            scopes?: ("transactions:read" | "transactions:write" | "transactions:export" | "refunds:read" | "refunds:write" | "customers:read" | "customers:write" | "payment_links:read" | "payment_links:write" | "dedicated_virtual_accounts:read" | "dedicated_virtual_accounts:write" | "deposits:read" | "splits:read" | "splits:write" | "balance:read" | "payouts:read" | "payouts:write" | "payouts:export" | "settlements:read" | "settlements:export" | "identity:read" | "identity:write" | "banks:read" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "sandbox:write" | "all")[];
            /** @description The IP addresses or networks (CIDR) from which a secret key works, at most 20. Empty: every address. */
            allowed_ips?: string[];
        };
        RevealWebhookSecretRequest: {
            /**
             * @description Which URL the secret is for.
             * @enum {string}
             */
            endpoint: "webhook" | "dedicated_virtual_account";
        };
        UpdateAccountChangeSettingsRequest: {
            /** @description true: a bank account change takes effect only when a second person approves it. false: after 24 hours, or when a second person approves it. */
            four_eyes: boolean;
        };
        UpdatePayoutApprovalSettingsRequest: {
            /** @description true: a payout batch is sent only after a second person has approved it. Single payouts are not affected. */
            require_payout_approval: boolean;
        };
        RequestActivationRequest: {
            /**
             * @description The registered name.
             * @example Ada Example
             */
            legal_name: string;
            /**
             * @description From the Corporate Affairs Commission: RC or BN and digits.
             * @example RC1234567
             */
            registration_number: string;
            /** @example +2348030000000 */
            contact_phone: string;
            /**
             * Format: uri
             * @example https://shop.example/thanks
             */
            website?: string | null;
        };
        CreateBusinessRequest: {
            /** @example Ada Example */
            name: string;
            /**
             * Format: email
             * @description The email address of the owner.
             * @example ada@example.com
             */
            email: string;
        };
        RefuseActivationRequest: {
            /** @description The reason, and what to fix. The business can read it. */
            note: string;
        };
        UpdateBusinessFeesRequest: {
            /** @enum {string} */
            mode: "test" | "live";
            /** @description Percentage of a checkout payment. Basis points: 150 is 1.5 %. */
            checkout_fee_basis_points?: number;
            /** @description Flat fee of a checkout payment. Kobo. */
            checkout_fee_flat?: number;
            /** @description The flat fee applies from this amount. Kobo. */
            checkout_fee_flat_from?: number;
            /** @description Maximum fee of a checkout payment. Kobo. */
            checkout_fee_max?: number;
            /** @description Percentage of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
            dedicated_fee_basis_points?: number;
            /** @description Maximum fee of a deposit. Kobo. */
            dedicated_fee_max?: number;
        };
        SwitchRailRequest: {
            /** @enum {string} */
            mode: "test" | "live";
            is_on: boolean;
            /**
             * @description new: new calls only. outgoing: payouts, refunds, returns and reversals, including those in progress, which wait.
             * @enum {string}
             */
            stops?: "new" | "outgoing";
            /** @description For this business only. Default: for all. */
            business_id?: string | null;
            /** @description Why it is switched off; other operators see it. Required with is_on: false. */
            reason?: string;
        };
        ReleaseRecoveryRequest: {
            /** @description How you know that nothing is sent twice. */
            reason: string;
        };
        DecideRecoveredDebitRequest: {
            /** @enum {string} */
            mode: "test" | "live";
            rail: string;
            session_id: string;
            payout?: {
                business_id: string;
                /** @description The id of the payout. */
                id: string;
            } | null;
            /** @description How you know. */
            reason: string;
        };
        AssignSuspenseRequest: {
            /**
             * @description A dedicated account, or the account of a wallet.
             * @example 0000000018
             */
            account_number: string;
            /** @description The business that must own the account; otherwise the call is rejected. */
            business_id?: string;
        };
        CloseReconciliationExceptionRequest: {
            /** @description The reason, on one line. */
            note: string;
        };
        PayByCardRequest: {
            /** @example 4084 0840 8408 4081 */
            number: string;
            /** @example 09 */
            exp_month: string | number;
            /** @example 30 */
            exp_year: string | number;
            /** @example 408 */
            cvv: string;
        };
        SubmitCardPinRequest: {
            /** @example 1234 */
            pin: string;
        };
        SubmitCardOtpRequest: {
            /** @example 123456 */
            otp: string;
        };
    };
    responses: {
        /** @description The request is not valid. `errors` lists every invalid field. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The available balance is too low. Nothing was charged. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This credential does not allow this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unknown, or it belongs to another business or mode. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request conflicts with the current state. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The URL is too long. */
        UriTooLong: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not of the expected type. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is valid but cannot be carried out. */
        UnprocessableContent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. Wait for `Retry-After` seconds. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed. Quote `request_id` when you report it. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No provider configured for live mode offers this. */
        NotImplemented: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Overloaded, or a provider is down. Retry after `Retry-After` seconds, with the same `Idempotency-Key`. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A provider did not respond in time. The outcome is unknown: fetch the record, do not repeat the call. */
        GatewayTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Makes a retry safe. The same key with the same body returns the same response, for seven days, and has one effect. */
        IdempotencyKey: string;
        /** @description The version of the API. By default the one that your business is pinned to. */
        Version: "2026-12-01";
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request. Quote it when you ask for support. */
        "X-Request-Id": string;
        /** @description Sent with the stored response of an earlier request with this `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
        /** @description How many seconds to wait before you retry. */
        "Retry-After": number;
        /** @description The version of the API that the body is in. */
        "X-Service-Version": string;
        /** @description What is left of each limit, and the seconds until the whole quota is there. */
        RateLimit: string;
        /** @description Each limit that counts: its name, a quota of requests, its window in seconds. */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    initializeTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500000,
                 *       "email": "ada@example.com",
                 *       "name": "Ada Example"
                 *     }
                 */
                "application/json": components["schemas"]["InitializeTransactionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Authorization URL created",
                     *       "data": {
                     *         "authorization_url": "https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw",
                     *         "access_code": "AZqmA2NQe2e4sK1d8v6cXw",
                     *         "reference": "order-1042",
                     *         "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "expires_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["InitializedTransaction"];
                    };
                };
            };
        };
    };
    verifyTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Your reference.
                 * @example order-1042
                 */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transaction found",
                     *       "data": {
                     *         "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "order-1042",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "requested_amount": 500000,
                     *         "fees": 18813,
                     *         "fees_breakdown": [
                     *           {
                     *             "type": "service",
                     *             "amount": 17500
                     *           }
                     *         ],
                     *         "net_amount": 481187,
                     *         "refunded_amount": 0,
                     *         "currency": "NGN",
                     *         "channel": "card",
                     *         "gateway_response": "Approved",
                     *         "message": "The card was declined",
                     *         "paid_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "ip_address": "102.89.0.1",
                     *         "callback_url": "https://shop.example/thanks",
                     *         "made_with": "secret_key",
                     *         "displaced": true,
                     *         "metadata": {
                     *           "cart_id": 398
                     *         },
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000"
                     *         },
                     *         "authorization": {
                     *           "sender_name": "ADA EXAMPLE",
                     *           "sender_bank": "Guaranty Trust Bank",
                     *           "sender_bank_code": "058",
                     *           "sender_account_number": "******0018"
                     *         },
                     *         "split": {
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks"
                     *         },
                     *         "log": {
                     *           "attempts": 1,
                     *           "errors": 0,
                     *           "history": [
                     *             {
                     *               "type": "action",
                     *               "message": "Paid by bank transfer",
                     *               "time": 42
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the transaction.
                 * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transaction found",
                     *       "data": {
                     *         "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "order-1042",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "requested_amount": 500000,
                     *         "fees": 18813,
                     *         "fees_breakdown": [
                     *           {
                     *             "type": "service",
                     *             "amount": 17500
                     *           }
                     *         ],
                     *         "net_amount": 481187,
                     *         "refunded_amount": 0,
                     *         "currency": "NGN",
                     *         "channel": "card",
                     *         "gateway_response": "Approved",
                     *         "message": "The card was declined",
                     *         "paid_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "ip_address": "102.89.0.1",
                     *         "callback_url": "https://shop.example/thanks",
                     *         "made_with": "secret_key",
                     *         "displaced": true,
                     *         "metadata": {
                     *           "cart_id": 398
                     *         },
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000"
                     *         },
                     *         "authorization": {
                     *           "sender_name": "ADA EXAMPLE",
                     *           "sender_bank": "Guaranty Trust Bank",
                     *           "sender_bank_code": "058",
                     *           "sender_account_number": "******0018"
                     *         },
                     *         "split": {
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks"
                     *         },
                     *         "log": {
                     *           "attempts": 1,
                     *           "errors": 0,
                     *           "history": [
                     *             {
                     *               "type": "action",
                     *               "message": "Paid by bank transfer",
                     *               "time": 42
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /**
                 * @description The start of a reference, an email address, or an id.
                 * @example order-10
                 */
                q?: string;
                /** @description Transactions with this status. Several are separated by commas. */
                status?: ("pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed") | ("pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed")[];
                /** @description Transactions paid this way. */
                channel?: "card" | "bank_transfer" | "dedicated_virtual_account";
                /**
                 * @description Transactions of this customer.
                 * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                customer?: string;
                /**
                 * @description Transactions of this payment link.
                 * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                payment_link?: string;
                /** @description The transaction with this reference. */
                reference?: string;
                /** @description true: only transactions whose reference was reused for another transaction. */
                displaced?: "true";
                /** @description At least this amount, in kobo. */
                amount_min?: number;
                /** @description At most this amount, in kobo. */
                amount_max?: number;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
                /** @description What `from` and `to` are about: when transactions were created, by default, or when they were paid, as in the statistics. With `paid`, only transactions that were paid. */
                dated_by?: "created" | "paid";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transactions found",
                     *       "data": [
                     *         {
                     *           "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "reference": "order-1042",
                     *           "status": "pending",
                     *           "amount": 500000,
                     *           "requested_amount": 500000,
                     *           "fees": 18813,
                     *           "fees_breakdown": [
                     *             {
                     *               "type": "service",
                     *               "amount": 17500
                     *             }
                     *           ],
                     *           "net_amount": 481187,
                     *           "refunded_amount": 0,
                     *           "currency": "NGN",
                     *           "channel": "card",
                     *           "gateway_response": "Approved",
                     *           "message": "The card was declined",
                     *           "paid_at": "2026-11-21T09:30:00.000Z",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z",
                     *           "expires_at": "2026-11-21T09:30:00.000Z",
                     *           "ip_address": "102.89.0.1",
                     *           "callback_url": "https://shop.example/thanks",
                     *           "made_with": "secret_key",
                     *           "displaced": true,
                     *           "metadata": {
                     *             "cart_id": 398
                     *           },
                     *           "customer": {
                     *             "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *             "first_name": "Ada",
                     *             "last_name": "Example",
                     *             "name": "Ada Example",
                     *             "email": "ada@example.com",
                     *             "phone": "+2348030000000"
                     *           },
                     *           "authorization": {
                     *             "sender_name": "ADA EXAMPLE",
                     *             "sender_bank": "Guaranty Trust Bank",
                     *             "sender_bank_code": "058",
                     *             "sender_account_number": "******0018"
                     *           },
                     *           "split": {
                     *             "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *             "name": "Two cooks"
                     *           },
                     *           "log": {
                     *             "attempts": 1,
                     *             "errors": 0,
                     *             "history": [
                     *               {
                     *                 "type": "action",
                     *                 "message": "Paid by bank transfer",
                     *                 "time": 42
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Transaction"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    exportTransactions: {
        parameters: {
            query?: {
                /**
                 * @description The start of a reference, an email address, or an id.
                 * @example order-10
                 */
                q?: string;
                /** @description Transactions with this status. Several are separated by commas. */
                status?: ("pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed") | ("pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed")[];
                /** @description Transactions paid this way. */
                channel?: "card" | "bank_transfer" | "dedicated_virtual_account";
                /**
                 * @description Transactions of this customer.
                 * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                customer?: string;
                /**
                 * @description Transactions of this payment link.
                 * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                payment_link?: string;
                /** @description The transaction with this reference. */
                reference?: string;
                /** @description true: only transactions whose reference was reused for another transaction. */
                displaced?: "true";
                /** @description At least this amount, in kobo. */
                amount_min?: number;
                /** @description At most this amount, in kobo. */
                amount_max?: number;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
                /** @description What `from` and `to` are about: when transactions were created, by default, or when they were paid, as in the statistics. With `paid`, only transactions that were paid. */
                dated_by?: "created" | "paid";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row for each payment, newest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    calculateSplit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500000,
                 *       "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw"
                 *     }
                 */
                "application/json": components["schemas"]["CalculateSplitRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Split calculated",
                     *       "data": {
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "fees": 18813,
                     *         "fees_breakdown": [
                     *           {
                     *             "type": "service",
                     *             "amount": 17500
                     *           }
                     *         ],
                     *         "net_amount": 481187,
                     *         "shares": {
                     *           "service": 17500,
                     *           "vat": 1313,
                     *           "business": 418687,
                     *           "subaccounts": [
                     *             {
                     *               "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *               "amount": 62500
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["SplitCalculation"];
                    };
                };
            };
        };
    };
    listDedicatedVirtualAccounts: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /**
                 * @description Accounts of this customer: an id (cus_…), code (CUS_…) or email address.
                 * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                customer?: string;
                /** @description The account with this number. */
                account_number?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Dedicated virtual accounts found",
                     *       "data": [
                     *         {
                     *           "id": "dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "account_number": "2670625029",
                     *           "account_name": "DEMO STORE/ADA EXAMPLE",
                     *           "bank": {
                     *             "name": "Test Bank",
                     *             "code": "001",
                     *             "slug": "test-bank"
                     *           },
                     *           "currency": "NGN",
                     *           "tier": 1,
                     *           "active": true,
                     *           "assigned_at": "2026-11-21T09:30:00.000Z",
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "metadata": {},
                     *           "customer": {
                     *             "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *             "first_name": "Ada",
                     *             "last_name": "Example",
                     *             "name": "Ada Example",
                     *             "email": "ada@example.com",
                     *             "phone": "+2348030000000",
                     *             "bvn": "*******2222"
                     *           },
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["DedicatedVirtualAccount"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createDedicatedVirtualAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "first_name": "Ada",
                 *         "last_name": "Example",
                 *         "email": "ada@example.com"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateDedicatedVirtualAccountRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "account_number": "2670625029",
                     *         "account_name": "DEMO STORE/ADA EXAMPLE",
                     *         "bank": {
                     *           "name": "Test Bank",
                     *           "code": "001",
                     *           "slug": "test-bank"
                     *         },
                     *         "currency": "NGN",
                     *         "tier": 1,
                     *         "active": true,
                     *         "assigned_at": "2026-11-21T09:30:00.000Z",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "metadata": {},
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000",
                     *           "bvn": "*******2222"
                     *         },
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedDedicatedVirtualAccount"];
                    };
                };
            };
        };
    };
    getDedicatedVirtualAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or account number.
                 * @example dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Dedicated virtual account found",
                     *       "data": {
                     *         "id": "dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "account_number": "2670625029",
                     *         "account_name": "DEMO STORE/ADA EXAMPLE",
                     *         "bank": {
                     *           "name": "Test Bank",
                     *           "code": "001",
                     *           "slug": "test-bank"
                     *         },
                     *         "currency": "NGN",
                     *         "tier": 1,
                     *         "active": true,
                     *         "assigned_at": "2026-11-21T09:30:00.000Z",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "metadata": {},
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000",
                     *           "bvn": "*******2222"
                     *         },
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["DedicatedVirtualAccount"];
                    };
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Balance found",
                     *       "data": {
                     *         "currency": "NGN",
                     *         "available": 10000000,
                     *         "pending": 500000,
                     *         "account": {
                     *           "account_number": "2670625029",
                     *           "account_name": "DEMO STORE",
                     *           "bank": {
                     *             "name": "Test Bank",
                     *             "code": "001",
                     *             "slug": "test-bank"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Balance"];
                    };
                };
            };
        };
    };
    listBalanceLedger: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Lines of this type. Several are separated by commas. */
                type?: ("payment" | "top_up" | "settlement" | "payout" | "payout_reversed" | "payout_duty" | "refund" | "refund_duty" | "identity_fee" | "adjustment") | ("payment" | "top_up" | "settlement" | "payout" | "payout_reversed" | "payout_duty" | "refund" | "refund_duty" | "identity_fee" | "adjustment")[];
                /** @description Lines in this state. Several are separated by commas. */
                state?: ("held" | "posted" | "released") | ("held" | "posted" | "released")[];
                /**
                 * @description Lines that this record caused: its id.
                 * @example po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                source?: string;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
                /** @description Which balance. `available` by default. */
                account?: "available" | "pending";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Balance ledger found",
                     *       "data": [
                     *         {
                     *           "id": "led_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "account": "available",
                     *           "type": "payment",
                     *           "state": "held",
                     *           "amount": 500000,
                     *           "balance": 10500000,
                     *           "currency": "NGN",
                     *           "source_type": "transaction",
                     *           "source_id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "occurred_at": "2026-11-21T09:30:00.000Z",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["BalanceEntry"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getBalanceHistory: {
        parameters: {
            query?: {
                /** @description Which balance. `available` by default. */
                account?: "available" | "pending";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Balance history found",
                     *       "data": {
                     *         "currency": "NGN",
                     *         "days": [
                     *           {
                     *             "start": "2026-11-21T09:30:00.000Z",
                     *             "balance": 10500000
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["BalanceHistory"];
                    };
                };
            };
        };
    };
    listSplits: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description `true`: active splits only. `false`: the others. */
                active?: "true" | "false";
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Splits found",
                     *       "data": [
                     *         {
                     *           "id": "spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks",
                     *           "type": "percentage",
                     *           "bearer_type": "account",
                     *           "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "active": true,
                     *           "currency": "NGN",
                     *           "subaccounts": [
                     *             {
                     *               "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *               "share": 12.5
                     *             }
                     *           ],
                     *           "metadata": {},
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Split"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createSplit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Two cooks",
                 *       "type": "percentage",
                 *       "bearer_type": "account",
                 *       "subaccounts": [
                 *         {
                 *           "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                 *           "share": 12.5
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateSplitRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Split created",
                     *       "data": {
                     *         "id": "spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "name": "Two cooks",
                     *         "type": "percentage",
                     *         "bearer_type": "account",
                     *         "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "active": true,
                     *         "currency": "NGN",
                     *         "subaccounts": [
                     *           {
                     *             "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "share": 12.5
                     *           }
                     *         ],
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Split"];
                    };
                };
            };
        };
    };
    getSplit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the split.
                 * @example spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Split found",
                     *       "data": {
                     *         "id": "spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "name": "Two cooks",
                     *         "type": "percentage",
                     *         "bearer_type": "account",
                     *         "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "active": true,
                     *         "currency": "NGN",
                     *         "subaccounts": [
                     *           {
                     *             "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "share": 12.5
                     *           }
                     *         ],
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Split"];
                    };
                };
            };
        };
    };
    updateSplit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the split.
                 * @example spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Two cooks",
                 *       "subaccounts": [
                 *         {
                 *           "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                 *           "share": 12.5
                 *         }
                 *       ],
                 *       "bearer_type": "account",
                 *       "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                 *       "currency": "NGN",
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSplitRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Split changed",
                     *       "data": {
                     *         "id": "spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "name": "Two cooks",
                     *         "type": "percentage",
                     *         "bearer_type": "account",
                     *         "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "active": true,
                     *         "currency": "NGN",
                     *         "subaccounts": [
                     *           {
                     *             "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "share": 12.5
                     *           }
                     *         ],
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Split"];
                    };
                };
            };
        };
    };
    addSplitSubaccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the split.
                 * @example spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                 *       "share": 12.5,
                 *       "currency": "NGN"
                 *     }
                 */
                "application/json": components["schemas"]["AddSplitSubaccountRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Split changed",
                     *       "data": {
                     *         "id": "spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "name": "Two cooks",
                     *         "type": "percentage",
                     *         "bearer_type": "account",
                     *         "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "active": true,
                     *         "currency": "NGN",
                     *         "subaccounts": [
                     *           {
                     *             "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "share": 12.5
                     *           }
                     *         ],
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Split"];
                    };
                };
            };
        };
    };
    removeSplitSubaccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the split.
                 * @example spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
                /**
                 * @description The id or code of the subaccount.
                 * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                subaccount_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Split changed",
                     *       "data": {
                     *         "id": "spl_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "name": "Two cooks",
                     *         "type": "percentage",
                     *         "bearer_type": "account",
                     *         "bearer_subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "active": true,
                     *         "currency": "NGN",
                     *         "subaccounts": [
                     *           {
                     *             "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "share": 12.5
                     *           }
                     *         ],
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Split"];
                    };
                };
            };
        };
    };
    listSubaccounts: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description `true`: active subaccounts only. `false`: the others. */
                active?: "true" | "false";
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Subaccounts found",
                     *       "data": [
                     *         {
                     *           "id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "subaccount_code": "ACCT_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "business_name": "Ada Example Foods",
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0123456789",
                     *           "account_name": "ADA EXAMPLE",
                     *           "percentage_charge": 12.5,
                     *           "primary_contact_email": "ada@example.com",
                     *           "metadata": {},
                     *           "active": true,
                     *           "payouts_stopped": true,
                     *           "currency": "NGN",
                     *           "available": 500000,
                     *           "pending": 500000,
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Subaccount"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createSubaccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "business_name": "Ada Example Foods",
                 *       "bank_code": "001",
                 *       "account_number": "0123456789"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSubaccountRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Subaccount created",
                     *       "data": {
                     *         "id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "subaccount_code": "ACCT_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "business_name": "Ada Example Foods",
                     *         "bank": {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058"
                     *         },
                     *         "account_number": "0123456789",
                     *         "account_name": "ADA EXAMPLE",
                     *         "percentage_charge": 12.5,
                     *         "primary_contact_email": "ada@example.com",
                     *         "metadata": {},
                     *         "active": true,
                     *         "payouts_stopped": true,
                     *         "currency": "NGN",
                     *         "available": 500000,
                     *         "pending": 500000,
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Subaccount"];
                    };
                };
            };
        };
    };
    getSubaccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the subaccount.
                 * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Subaccount found",
                     *       "data": {
                     *         "id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "subaccount_code": "ACCT_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "business_name": "Ada Example Foods",
                     *         "bank": {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058"
                     *         },
                     *         "account_number": "0123456789",
                     *         "account_name": "ADA EXAMPLE",
                     *         "percentage_charge": 12.5,
                     *         "primary_contact_email": "ada@example.com",
                     *         "metadata": {},
                     *         "active": true,
                     *         "payouts_stopped": true,
                     *         "currency": "NGN",
                     *         "available": 500000,
                     *         "pending": 500000,
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Subaccount"];
                    };
                };
            };
        };
    };
    updateSubaccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the subaccount.
                 * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "business_name": "Ada Example Foods",
                 *       "bank_code": "058",
                 *       "account_number": "0000000018",
                 *       "percentage_charge": 12.5,
                 *       "primary_contact_email": "ada@example.com",
                 *       "metadata": {},
                 *       "currency": "NGN",
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSubaccountRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Subaccount changed",
                     *       "data": {
                     *         "id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "subaccount_code": "ACCT_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "business_name": "Ada Example Foods",
                     *         "bank": {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058"
                     *         },
                     *         "account_number": "0123456789",
                     *         "account_name": "ADA EXAMPLE",
                     *         "percentage_charge": 12.5,
                     *         "primary_contact_email": "ada@example.com",
                     *         "metadata": {},
                     *         "active": true,
                     *         "payouts_stopped": true,
                     *         "currency": "NGN",
                     *         "available": 500000,
                     *         "pending": 500000,
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Subaccount"];
                    };
                };
            };
        };
    };
    listAccountChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Changes found",
                     *       "data": [
                     *         {
                     *           "id": "acc_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "status": "waiting",
                     *           "from": {
                     *             "bank": {
                     *               "name": "Guaranty Trust Bank",
                     *               "code": "058"
                     *             },
                     *             "account_number": "0123456789",
                     *             "account_name": "ADA EXAMPLE"
                     *           },
                     *           "to": {
                     *             "bank": {
                     *               "name": "Guaranty Trust Bank",
                     *               "code": "058"
                     *             },
                     *             "account_number": "0123456789",
                     *             "account_name": "ADA EXAMPLE"
                     *           },
                     *           "asked_by": "ada@example.com",
                     *           "effective_at": "2026-11-21T09:30:00.000Z",
                     *           "decided_by": "bola@example.com",
                     *           "decided_at": "2026-11-21T09:30:00.000Z",
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The changes. */
                        data: components["schemas"]["AccountChange"][];
                    };
                };
            };
        };
    };
    listSettlements: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
                /**
                 * @description Settlements of this subaccount: its id or code. `none`: your own settlements.
                 * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                subaccount?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Settlements found",
                     *       "data": [
                     *         {
                     *           "id": "set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "status": "settled",
                     *           "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "amount": 500000,
                     *           "currency": "NGN",
                     *           "items": 12,
                     *           "paid_before": "2026-11-21T09:30:00.000Z",
                     *           "settled_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Settlement"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the settlement.
                 * @example set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Settlement found",
                     *       "data": {
                     *         "id": "set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "status": "settled",
                     *         "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "items": 12,
                     *         "paid_before": "2026-11-21T09:30:00.000Z",
                     *         "settled_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Settlement"];
                    };
                };
            };
        };
    };
    exportSettlement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the settlement.
                 * @example set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row for each payment and refund. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listSettlementItems: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the settlement.
                 * @example set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Items found",
                     *       "data": [
                     *         {
                     *           "type": "payment",
                     *           "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "reference": "order-1042",
                     *           "channel": "card",
                     *           "paid": 500000,
                     *           "fees": 18813,
                     *           "fees_breakdown": [
                     *             {
                     *               "type": "service",
                     *               "amount": 17500
                     *             }
                     *           ],
                     *           "shares": {
                     *             "service": 17500,
                     *             "vat": 1313,
                     *             "business": 418687,
                     *             "subaccounts": [
                     *               {
                     *                 "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *                 "amount": 62500
                     *               }
                     *             ]
                     *           },
                     *           "shared": 0,
                     *           "amount": 481187,
                     *           "occurred_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["SettlementItem"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listDeposits: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Deposits with this status. Several are separated by commas. */
                status?: ("matched" | "unmatched" | "returning" | "returned" | "return_refused") | ("matched" | "unmatched" | "returning" | "returned" | "return_refused")[];
                /** @description Deposits to this account number. */
                account_number?: string;
                /** @description The deposit with this session id. */
                session_id?: string;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Deposits found",
                     *       "data": [
                     *         {
                     *           "id": "dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "status": "matched",
                     *           "reason": "amount_too_low",
                     *           "amount": 500000,
                     *           "currency": "NGN",
                     *           "account_number": "2670625029",
                     *           "account_kind": "one_off",
                     *           "sender_name": "ADA EXAMPLE",
                     *           "sender_bank_code": "058",
                     *           "sender_account_number": "******1234",
                     *           "narration": "Order 1042",
                     *           "session_id": "000013261121093000000000000001",
                     *           "return_session_id": "000013261121093000000000000001",
                     *           "transaction_id": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *           "received_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Deposit"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getDeposit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or the session id of the deposit.
                 * @example dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Deposit found",
                     *       "data": {
                     *         "id": "dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "status": "matched",
                     *         "reason": "amount_too_low",
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "account_number": "2670625029",
                     *         "account_kind": "one_off",
                     *         "sender_name": "ADA EXAMPLE",
                     *         "sender_bank_code": "058",
                     *         "sender_account_number": "******1234",
                     *         "narration": "Order 1042",
                     *         "session_id": "000013261121093000000000000001",
                     *         "return_session_id": "000013261121093000000000000001",
                     *         "transaction_id": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "received_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Deposit"];
                    };
                };
            };
        };
    };
    listQuarantinedDeposits: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Those with this session id. */
                session_id?: string;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Quarantined transfers found",
                     *       "data": [
                     *         {
                     *           "id": "qua_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "reason": "altered",
                     *           "session_id": "000013261121093000000000000001",
                     *           "notified": {
                     *             "account_number": "2670625029",
                     *             "amount": 500000,
                     *             "sender_name": "ADA EXAMPLE"
                     *           },
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["QuarantinedDeposit"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    validateBvnOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verification_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                 *       "type": "BVN",
                 *       "otp": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ValidateBvnOtpRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The identity was verified",
                     *       "data": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "clientId": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "identityNumber": "*******2222",
                     *         "type": "BVN",
                     *         "amount": 50,
                     *         "status": "Pending",
                     *         "debitAccountNumber": "2670625029",
                     *         "vat": 0,
                     *         "stampDuty": 0,
                     *         "isDeleted": true,
                     *         "otpVerified": true,
                     *         "otpResendCount": 0,
                     *         "createdAt": "2026-11-21T09:30:00.000Z",
                     *         "updatedAt": "2026-11-21T09:30:00.000Z",
                     *         "__v": 0,
                     *         "debitMessage": "Approved or completed successfully",
                     *         "debitResponsCode": 200,
                     *         "debitSessionId": "000013261121093000000000000001",
                     *         "otpId": "otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "providerResponse": {
                     *           "bvn": "22222222222",
                     *           "fullName": "ADA NGOZI EXAMPLE",
                     *           "firstName": "ADA",
                     *           "middleName": "NGOZI",
                     *           "lastName": "EXAMPLE",
                     *           "dateOfBirth": "17-04-1991",
                     *           "phoneNumber1": "08030000000",
                     *           "phoneNumber2": "",
                     *           "gender": "Female",
                     *           "enrollmentBank": "058",
                     *           "enrollmentBranch": "Ikeja",
                     *           "email": "ada@example.com",
                     *           "lgaOfOrigin": "Ikeja",
                     *           "lgaOfResidence": "Ikeja",
                     *           "maritalStatus": "Single",
                     *           "nin": "",
                     *           "nationality": "Nigeria",
                     *           "residentialAddress": "1 Example Street, Ikeja",
                     *           "stateOfOrigin": "Lagos",
                     *           "stateOfResidence": "Lagos",
                     *           "title": "Ms",
                     *           "watchListed": "NO",
                     *           "levelOfAccount": "Level 1",
                     *           "registrationDate": "01-02-2015",
                     *           "imageBase64": ""
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["ValidatedVerification"];
                    };
                };
            };
        };
    };
    resendBvnOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verification_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f"
                 *     }
                 */
                "application/json": components["schemas"]["ResendBvnOtpRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "A new code was sent to the registered phone",
                     *       "data": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "clientId": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "identityNumber": "*******2222",
                     *         "type": "BVN",
                     *         "amount": 50,
                     *         "status": "Pending",
                     *         "debitAccountNumber": "2670625029",
                     *         "vat": 0,
                     *         "stampDuty": 0,
                     *         "isDeleted": true,
                     *         "otpVerified": true,
                     *         "otpResendCount": 0,
                     *         "createdAt": "2026-11-21T09:30:00.000Z",
                     *         "updatedAt": "2026-11-21T09:30:00.000Z",
                     *         "__v": 0,
                     *         "debitMessage": "Approved or completed successfully",
                     *         "debitResponsCode": 200,
                     *         "debitSessionId": "000013261121093000000000000001",
                     *         "otpId": "otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Verification"];
                    };
                };
            };
        };
    };
    validateIdentityOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verification_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                 *       "type": "BVN",
                 *       "otp": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["ValidateIdentityOtpRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The identity was verified",
                     *       "data": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "clientId": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "identityNumber": "*******2222",
                     *         "type": "BVN",
                     *         "amount": 50,
                     *         "status": "Pending",
                     *         "debitAccountNumber": "2670625029",
                     *         "vat": 0,
                     *         "stampDuty": 0,
                     *         "isDeleted": true,
                     *         "otpVerified": true,
                     *         "otpResendCount": 0,
                     *         "createdAt": "2026-11-21T09:30:00.000Z",
                     *         "updatedAt": "2026-11-21T09:30:00.000Z",
                     *         "__v": 0,
                     *         "debitMessage": "Approved or completed successfully",
                     *         "debitResponsCode": 200,
                     *         "debitSessionId": "000013261121093000000000000001",
                     *         "otpId": "otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "providerResponse": {
                     *           "bvn": "22222222222",
                     *           "fullName": "ADA NGOZI EXAMPLE",
                     *           "firstName": "ADA",
                     *           "middleName": "NGOZI",
                     *           "lastName": "EXAMPLE",
                     *           "dateOfBirth": "17-04-1991",
                     *           "phoneNumber1": "08030000000",
                     *           "phoneNumber2": "",
                     *           "gender": "Female",
                     *           "enrollmentBank": "058",
                     *           "enrollmentBranch": "Ikeja",
                     *           "email": "ada@example.com",
                     *           "lgaOfOrigin": "Ikeja",
                     *           "lgaOfResidence": "Ikeja",
                     *           "maritalStatus": "Single",
                     *           "nin": "",
                     *           "nationality": "Nigeria",
                     *           "residentialAddress": "1 Example Street, Ikeja",
                     *           "stateOfOrigin": "Lagos",
                     *           "stateOfResidence": "Lagos",
                     *           "title": "Ms",
                     *           "watchListed": "NO",
                     *           "levelOfAccount": "Level 1",
                     *           "registrationDate": "01-02-2015",
                     *           "imageBase64": ""
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["ValidatedVerification"];
                    };
                };
            };
        };
    };
    resendIdentityOtp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verification_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f"
                 *     }
                 */
                "application/json": components["schemas"]["ResendIdentityOtpRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "A new code was sent to the registered phone",
                     *       "data": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "clientId": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "identityNumber": "*******2222",
                     *         "type": "BVN",
                     *         "amount": 50,
                     *         "status": "Pending",
                     *         "debitAccountNumber": "2670625029",
                     *         "vat": 0,
                     *         "stampDuty": 0,
                     *         "isDeleted": true,
                     *         "otpVerified": true,
                     *         "otpResendCount": 0,
                     *         "createdAt": "2026-11-21T09:30:00.000Z",
                     *         "updatedAt": "2026-11-21T09:30:00.000Z",
                     *         "__v": 0,
                     *         "debitMessage": "Approved or completed successfully",
                     *         "debitResponsCode": 200,
                     *         "debitSessionId": "000013261121093000000000000001",
                     *         "otpId": "otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Verification"];
                    };
                };
            };
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `verification_id` of the initiation.
                 * @example idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Verification found",
                     *       "data": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "clientId": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "identityNumber": "*******2222",
                     *         "type": "BVN",
                     *         "amount": 50,
                     *         "status": "Pending",
                     *         "debitAccountNumber": "2670625029",
                     *         "vat": 0,
                     *         "stampDuty": 0,
                     *         "isDeleted": true,
                     *         "otpVerified": true,
                     *         "otpResendCount": 0,
                     *         "createdAt": "2026-11-21T09:30:00.000Z",
                     *         "updatedAt": "2026-11-21T09:30:00.000Z",
                     *         "__v": 0,
                     *         "debitMessage": "Approved or completed successfully",
                     *         "debitResponsCode": 200,
                     *         "debitSessionId": "000013261121093000000000000001",
                     *         "otpId": "otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "consent": {
                     *           "text": "I agree that my BVN is verified.",
                     *           "ip": "102.89.0.1",
                     *           "at": "2026-11-21T09:30:00Z"
                     *         },
                     *         "accesses": [
                     *           {
                     *             "how": "validated",
                     *             "key_id": "key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "request_id": "5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11",
                     *             "ip_address": "102.89.0.1",
                     *             "created_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["VerificationDetail"];
                    };
                };
            };
        };
    };
    listVerifications: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Verifications with this status. Several are separated by commas. */
                status?: ("Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED") | ("Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED")[];
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Verifications found",
                     *       "data": [
                     *         {
                     *           "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "clientId": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *           "identityNumber": "*******2222",
                     *           "type": "BVN",
                     *           "amount": 50,
                     *           "status": "Pending",
                     *           "debitAccountNumber": "2670625029",
                     *           "vat": 0,
                     *           "stampDuty": 0,
                     *           "isDeleted": true,
                     *           "otpVerified": true,
                     *           "otpResendCount": 0,
                     *           "createdAt": "2026-11-21T09:30:00.000Z",
                     *           "updatedAt": "2026-11-21T09:30:00.000Z",
                     *           "__v": 0,
                     *           "debitMessage": "Approved or completed successfully",
                     *           "debitResponsCode": 200,
                     *           "debitSessionId": "000013261121093000000000000001",
                     *           "otpId": "otp_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Verification"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Settings",
                     *       "data": {
                     *         "domain": "test",
                     *         "business_name": "Demo Store",
                     *         "api_version": "2026-12-01",
                     *         "capabilities": {
                     *           "one_off_accounts": true,
                     *           "permanent_accounts": true,
                     *           "name_enquiry": true,
                     *           "payouts": true,
                     *           "returns": true,
                     *           "identity": true,
                     *           "card": true,
                     *           "hosted_card": true,
                     *           "mail": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_version": "2026-12-01"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettingsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Settings saved",
                     *       "data": {
                     *         "domain": "test",
                     *         "business_name": "Demo Store",
                     *         "api_version": "2026-12-01",
                     *         "capabilities": {
                     *           "one_off_accounts": true,
                     *           "permanent_accounts": true,
                     *           "name_enquiry": true,
                     *           "payouts": true,
                     *           "returns": true,
                     *           "identity": true,
                     *           "card": true,
                     *           "hosted_card": true,
                     *           "mail": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Settings"];
                    };
                };
            };
        };
    };
    getCheckoutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Checkout settings",
                     *       "data": {
                     *         "domain": "test",
                     *         "allowed_origins": [
                     *           "https://shop.example"
                     *         ],
                     *         "language": "en",
                     *         "logo": {
                     *           "url": "https://pay.example/checkout/logo/demo.png",
                     *           "width": 240,
                     *           "height": 80
                     *         },
                     *         "default_callback_url": "https://shop.example/thanks",
                     *         "expiry_seconds": 86400,
                     *         "accept_overpayment": true,
                     *         "require_signed_requests": true,
                     *         "request_log": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CheckoutSettings"];
                    };
                };
            };
        };
    };
    updateCheckoutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "allowed_origins": [
                 *         "https://shop.example"
                 *       ],
                 *       "language": null
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCheckoutSettingsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Checkout settings saved",
                     *       "data": {
                     *         "domain": "test",
                     *         "allowed_origins": [
                     *           "https://shop.example"
                     *         ],
                     *         "language": "en",
                     *         "logo": {
                     *           "url": "https://pay.example/checkout/logo/demo.png",
                     *           "width": 240,
                     *           "height": 80
                     *         },
                     *         "default_callback_url": "https://shop.example/thanks",
                     *         "expiry_seconds": 86400,
                     *         "accept_overpayment": true,
                     *         "require_signed_requests": true,
                     *         "request_log": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CheckoutSettings"];
                    };
                };
            };
        };
    };
    getFees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Fees",
                     *       "data": {
                     *         "domain": "test",
                     *         "checkout": {
                     *           "basis_points": 150,
                     *           "flat": 10000,
                     *           "flat_from": 250000,
                     *           "max": 200000
                     *         },
                     *         "dedicated": {
                     *           "basis_points": 150,
                     *           "flat": 10000,
                     *           "flat_from": 250000,
                     *           "max": 200000
                     *         },
                     *         "vat_basis_points": 750,
                     *         "stamp_duty": {
                     *           "amount": 5000,
                     *           "from_amount": 1000000
                     *         },
                     *         "identity_fee": 5000
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Fees"];
                    };
                };
            };
        };
    };
    cancelTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or reference of the transaction.
                 * @example order-1042
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transaction cancelled",
                     *       "data": {
                     *         "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "order-1042",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "requested_amount": 500000,
                     *         "fees": 18813,
                     *         "fees_breakdown": [
                     *           {
                     *             "type": "service",
                     *             "amount": 17500
                     *           }
                     *         ],
                     *         "net_amount": 481187,
                     *         "refunded_amount": 0,
                     *         "currency": "NGN",
                     *         "channel": "card",
                     *         "gateway_response": "Approved",
                     *         "message": "The card was declined",
                     *         "paid_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "ip_address": "102.89.0.1",
                     *         "callback_url": "https://shop.example/thanks",
                     *         "made_with": "secret_key",
                     *         "displaced": true,
                     *         "metadata": {
                     *           "cart_id": 398
                     *         },
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000"
                     *         },
                     *         "authorization": {
                     *           "sender_name": "ADA EXAMPLE",
                     *           "sender_bank": "Guaranty Trust Bank",
                     *           "sender_bank_code": "058",
                     *           "sender_account_number": "******0018"
                     *         },
                     *         "split": {
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks"
                     *         },
                     *         "log": {
                     *           "attempts": 1,
                     *           "errors": 0,
                     *           "history": [
                     *             {
                     *               "type": "action",
                     *               "message": "Paid by bank transfer",
                     *               "time": 42
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description `true`: active links only. `false`: the others. */
                active?: "true" | "false";
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment links found",
                     *       "data": [
                     *         {
                     *           "id": "lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "slug": "adire-workshop",
                     *           "url": "https://pay.example/pay/adire-workshop",
                     *           "name": "Adire workshop",
                     *           "description": "Two hours, dye included.",
                     *           "amount": 1500000,
                     *           "min_amount": 100000,
                     *           "max_amount": 5000000,
                     *           "currency": "NGN",
                     *           "fields": [
                     *             {
                     *               "label": "Size",
                     *               "required": true,
                     *               "variable_name": "size"
                     *             }
                     *           ],
                     *           "callback_url": "https://shop.example/thanks",
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "channels": [
                     *             "card"
                     *           ],
                     *           "fee_bearer": "business",
                     *           "active": true,
                     *           "expires_at": "2026-11-21T09:30:00.000Z",
                     *           "uses_max": 100,
                     *           "metadata": {},
                     *           "payments": {
                     *             "succeeded": 12,
                     *             "amount": 18000000,
                     *             "open": 1,
                     *             "used": 12
                     *           },
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["PaymentLink"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Adire workshop",
                 *       "amount": 1500000
                 *     }
                 */
                "application/json": components["schemas"]["CreatePaymentLinkRequest"];
            };
        };
        responses: {
            /** @description It existed: `created` is false. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "slug": "adire-workshop",
                     *         "url": "https://pay.example/pay/adire-workshop",
                     *         "name": "Adire workshop",
                     *         "description": "Two hours, dye included.",
                     *         "amount": 1500000,
                     *         "min_amount": 100000,
                     *         "max_amount": 5000000,
                     *         "currency": "NGN",
                     *         "fields": [
                     *           {
                     *             "label": "Size",
                     *             "required": true,
                     *             "variable_name": "size"
                     *           }
                     *         ],
                     *         "callback_url": "https://shop.example/thanks",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "channels": [
                     *           "card"
                     *         ],
                     *         "fee_bearer": "business",
                     *         "active": true,
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "uses_max": 100,
                     *         "metadata": {},
                     *         "payments": {
                     *           "succeeded": 12,
                     *           "amount": 18000000,
                     *           "open": 1,
                     *           "used": 12
                     *         },
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedPaymentLink"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "slug": "adire-workshop",
                     *         "url": "https://pay.example/pay/adire-workshop",
                     *         "name": "Adire workshop",
                     *         "description": "Two hours, dye included.",
                     *         "amount": 1500000,
                     *         "min_amount": 100000,
                     *         "max_amount": 5000000,
                     *         "currency": "NGN",
                     *         "fields": [
                     *           {
                     *             "label": "Size",
                     *             "required": true,
                     *             "variable_name": "size"
                     *           }
                     *         ],
                     *         "callback_url": "https://shop.example/thanks",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "channels": [
                     *           "card"
                     *         ],
                     *         "fee_bearer": "business",
                     *         "active": true,
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "uses_max": 100,
                     *         "metadata": {},
                     *         "payments": {
                     *           "succeeded": 12,
                     *           "amount": 18000000,
                     *           "open": 1,
                     *           "used": 12
                     *         },
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedPaymentLink"];
                    };
                };
            };
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payment link.
                 * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment link found",
                     *       "data": {
                     *         "id": "lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "slug": "adire-workshop",
                     *         "url": "https://pay.example/pay/adire-workshop",
                     *         "name": "Adire workshop",
                     *         "description": "Two hours, dye included.",
                     *         "amount": 1500000,
                     *         "min_amount": 100000,
                     *         "max_amount": 5000000,
                     *         "currency": "NGN",
                     *         "fields": [
                     *           {
                     *             "label": "Size",
                     *             "required": true,
                     *             "variable_name": "size"
                     *           }
                     *         ],
                     *         "callback_url": "https://shop.example/thanks",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "channels": [
                     *           "card"
                     *         ],
                     *         "fee_bearer": "business",
                     *         "active": true,
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "uses_max": 100,
                     *         "metadata": {},
                     *         "payments": {
                     *           "succeeded": 12,
                     *           "amount": 18000000,
                     *           "open": 1,
                     *           "used": 12
                     *         },
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PaymentLink"];
                    };
                };
            };
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payment link.
                 * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Adire workshop",
                 *       "description": "Two hours, dye included.",
                 *       "amount": 500000,
                 *       "min_amount": 500000,
                 *       "max_amount": 500000,
                 *       "fields": [
                 *         {
                 *           "label": "Size",
                 *           "required": true
                 *         }
                 *       ],
                 *       "callback_url": "https://shop.example/thanks",
                 *       "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                 *       "channels": [
                 *         "card"
                 *       ],
                 *       "fee_bearer": "business",
                 *       "expires_at": "2026-11-21T09:30:00Z",
                 *       "uses_max": 100,
                 *       "currency": "NGN",
                 *       "metadata": {},
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePaymentLinkRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payment link changed",
                     *       "data": {
                     *         "id": "lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "slug": "adire-workshop",
                     *         "url": "https://pay.example/pay/adire-workshop",
                     *         "name": "Adire workshop",
                     *         "description": "Two hours, dye included.",
                     *         "amount": 1500000,
                     *         "min_amount": 100000,
                     *         "max_amount": 5000000,
                     *         "currency": "NGN",
                     *         "fields": [
                     *           {
                     *             "label": "Size",
                     *             "required": true,
                     *             "variable_name": "size"
                     *           }
                     *         ],
                     *         "callback_url": "https://shop.example/thanks",
                     *         "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "channels": [
                     *           "card"
                     *         ],
                     *         "fee_bearer": "business",
                     *         "active": true,
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "uses_max": 100,
                     *         "metadata": {},
                     *         "payments": {
                     *           "succeeded": 12,
                     *           "amount": 18000000,
                     *           "open": 1,
                     *           "used": 12
                     *         },
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PaymentLink"];
                    };
                };
            };
        };
    };
    getPaymentLinkQrSvg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payment link.
                 * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    getPaymentLinkQrPng: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payment link.
                 * @example lnk_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Refunds with this status. Several are separated by commas. */
                status?: ("pending" | "processed" | "failed") | ("pending" | "processed" | "failed")[];
                /** @description The id or reference of a transaction. */
                transaction?: string;
                /** @description The refund with this reference. */
                reference?: string;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Refunds found",
                     *       "data": [
                     *         {
                     *           "id": "ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "transaction_id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "transaction_reference": "order-1042",
                     *           "reference": "return-311",
                     *           "status": "pending",
                     *           "amount": 250000,
                     *           "stamp_duty": 0,
                     *           "currency": "NGN",
                     *           "reason": "Out of stock",
                     *           "metadata": {},
                     *           "channel": "card",
                     *           "session_id": "000013261121093000000000000001",
                     *           "failure_code": "account_closed",
                     *           "failure_message": "The account is closed.",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z",
                     *           "processed_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Refund"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transaction": "order-1042",
                 *       "amount": 250000,
                 *       "reason": "Out of stock"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRefundRequest"];
            };
        };
        responses: {
            /** @description It existed: `created` is false. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "transaction_id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "transaction_reference": "order-1042",
                     *         "reference": "return-311",
                     *         "status": "pending",
                     *         "amount": 250000,
                     *         "stamp_duty": 0,
                     *         "currency": "NGN",
                     *         "reason": "Out of stock",
                     *         "metadata": {},
                     *         "channel": "card",
                     *         "session_id": "000013261121093000000000000001",
                     *         "failure_code": "account_closed",
                     *         "failure_message": "The account is closed.",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "processed_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedRefund"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "transaction_id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "transaction_reference": "order-1042",
                     *         "reference": "return-311",
                     *         "status": "pending",
                     *         "amount": 250000,
                     *         "stamp_duty": 0,
                     *         "currency": "NGN",
                     *         "reason": "Out of stock",
                     *         "metadata": {},
                     *         "channel": "card",
                     *         "session_id": "000013261121093000000000000001",
                     *         "failure_code": "account_closed",
                     *         "failure_message": "The account is closed.",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "processed_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedRefund"];
                    };
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the refund.
                 * @example ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Refund found",
                     *       "data": {
                     *         "id": "ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "transaction_id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "transaction_reference": "order-1042",
                     *         "reference": "return-311",
                     *         "status": "pending",
                     *         "amount": 250000,
                     *         "stamp_duty": 0,
                     *         "currency": "NGN",
                     *         "reason": "Out of stock",
                     *         "metadata": {},
                     *         "channel": "card",
                     *         "session_id": "000013261121093000000000000001",
                     *         "failure_code": "account_closed",
                     *         "failure_message": "The account is closed.",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "processed_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Refund"];
                    };
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /**
                 * @description The start of an email address or a name; an id or a code. Accents and apostrophes in names do not matter.
                 * @example ada
                 */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customers found",
                     *       "data": [
                     *         {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "email": "ada@example.com",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "phone": "+2348030000000",
                     *           "metadata": {},
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Customer"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Ada",
                 *       "last_name": "Example",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCustomerRequest"];
            };
        };
        responses: {
            /** @description It existed: `created` is false. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "email": "ada@example.com",
                     *         "first_name": "Ada",
                     *         "last_name": "Example",
                     *         "name": "Ada Example",
                     *         "phone": "+2348030000000",
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedCustomer"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "email": "ada@example.com",
                     *         "first_name": "Ada",
                     *         "last_name": "Example",
                     *         "name": "Ada Example",
                     *         "phone": "+2348030000000",
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedCustomer"];
                    };
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id or code of the customer.
                 * @example cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Customer found",
                     *       "data": {
                     *         "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *         "email": "ada@example.com",
                     *         "first_name": "Ada",
                     *         "last_name": "Example",
                     *         "name": "Ada Example",
                     *         "phone": "+2348030000000",
                     *         "metadata": {},
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "totals": {
                     *           "paid": 3,
                     *           "volume": 1500000,
                     *           "last_paid_at": "2026-11-21T09:30:00.000Z"
                     *         },
                     *         "dedicated_virtual_account": {
                     *           "id": "dva_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "account_number": "2670625029",
                     *           "account_name": "DEMO STORE/ADA EXAMPLE",
                     *           "bank": {
                     *             "name": "Test Bank",
                     *             "code": "001",
                     *             "slug": "test-bank"
                     *           },
                     *           "currency": "NGN",
                     *           "tier": 1,
                     *           "active": true,
                     *           "assigned_at": "2026-11-21T09:30:00.000Z",
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "metadata": {},
                     *           "customer": {
                     *             "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *             "first_name": "Ada",
                     *             "last_name": "Example",
                     *             "name": "Ada Example",
                     *             "email": "ada@example.com",
                     *             "phone": "+2348030000000",
                     *             "bvn": "*******2222"
                     *           },
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CustomerDetail"];
                    };
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description A day in Lagos, or a time. By default the range has 30 days, or 24 hours with `by=hour`. */
                from?: string;
                /** @description A day in Lagos, inclusive, or a time, exclusive. By default the end of the current day or hour. */
                to?: string;
                /** @description Day by default. At most 93 days or 168 hours. */
                by?: "hour" | "day";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Statistics found",
                     *       "data": {
                     *         "from": "2026-11-21T09:30:00.000Z",
                     *         "to": "2026-11-21T09:30:00.000Z",
                     *         "by": "hour",
                     *         "totals": {
                     *           "volume": 500000,
                     *           "succeeded": 12,
                     *           "attempted": 15,
                     *           "fees": 18813,
                     *           "deposits": {
                     *             "count": 12,
                     *             "amount": 500000
                     *           },
                     *           "failed": 1,
                     *           "abandoned": 1,
                     *           "pending": 1,
                     *           "refunded": 0,
                     *           "stamp_duty": 0,
                     *           "success_rate_basis_points": 9200
                     *         },
                     *         "buckets": [
                     *           {
                     *             "start": "2026-11-21T09:30:00.000Z",
                     *             "volume": 500000,
                     *             "succeeded": 12,
                     *             "attempted": 15,
                     *             "fees": 18813,
                     *             "deposits": {
                     *               "count": 12,
                     *               "amount": 500000
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Statistics"];
                    };
                };
            };
        };
    };
    getTransactionTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the transaction.
                 * @example txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Timeline found",
                     *       "data": {
                     *         "steps": [
                     *           {
                     *             "at": "2026-11-21T09:30:00.000Z",
                     *             "kind": "started",
                     *             "title": "The customer paid by transfer",
                     *             "detail": "₦5,000.00 from ADA EXAMPLE"
                     *           }
                     *         ],
                     *         "entries": [
                     *           {
                     *             "entry_id": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f/payment/1",
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "debit": "Bank",
                     *             "credit": "Pending balance",
                     *             "amount": 500000,
                     *             "state": "posted",
                     *             "reason": "Payment"
                     *           }
                     *         ],
                     *         "events": [
                     *           {
                     *             "id": "evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "type": "transaction.success",
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "status": "pending"
                     *           }
                     *         ],
                     *         "refunds": [
                     *           {
                     *             "id": "ref_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "domain": "test",
                     *             "transaction_id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "transaction_reference": "order-1042",
                     *             "reference": "return-311",
                     *             "status": "pending",
                     *             "amount": 250000,
                     *             "stamp_duty": 0,
                     *             "currency": "NGN",
                     *             "reason": "Out of stock",
                     *             "metadata": {},
                     *             "channel": "card",
                     *             "session_id": "000013261121093000000000000001",
                     *             "failure_code": "account_closed",
                     *             "failure_message": "The account is closed.",
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "updated_at": "2026-11-21T09:30:00.000Z",
                     *             "processed_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "split": {
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks",
                     *           "type": "percentage",
                     *           "bearer_type": "account",
                     *           "parts": [
                     *             {
                     *               "party": "service",
                     *               "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *               "share": 12.5,
                     *               "amount": 62500
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Timeline"];
                    };
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Payouts with this status. Several are separated by commas. */
                status?: ("pending" | "success" | "failed" | "reversed") | ("pending" | "success" | "failed" | "reversed")[];
                /** @description The payout with this reference. */
                reference?: string;
                /**
                 * @description Payouts to this subaccount: its id or code.
                 * @example sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                subaccount?: string;
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payouts found",
                     *       "data": [
                     *         {
                     *           "id": "po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "reference": "payout-77",
                     *           "status": "pending",
                     *           "amount": 500000,
                     *           "stamp_duty": 0,
                     *           "currency": "NGN",
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0000000018",
                     *           "account_name": "ADA EXAMPLE",
                     *           "reason": "Invoice 77",
                     *           "metadata": {},
                     *           "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "failure_code": "account_closed",
                     *           "failure_message": "The account is closed.",
                     *           "session_id": "000013261121093000000000000001",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "updated_at": "2026-11-21T09:30:00.000Z",
                     *           "completed_at": "2026-11-21T09:30:00.000Z",
                     *           "reversed_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Payout"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 500000,
                 *       "bank_code": "058",
                 *       "account_number": "0000000018"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePayoutRequest"];
            };
        };
        responses: {
            /** @description It existed: `created` is false. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "payout-77",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "stamp_duty": 0,
                     *         "currency": "NGN",
                     *         "bank": {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058"
                     *         },
                     *         "account_number": "0000000018",
                     *         "account_name": "ADA EXAMPLE",
                     *         "reason": "Invoice 77",
                     *         "metadata": {},
                     *         "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "failure_code": "account_closed",
                     *         "failure_message": "The account is closed.",
                     *         "session_id": "000013261121093000000000000001",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "completed_at": "2026-11-21T09:30:00.000Z",
                     *         "reversed_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedPayout"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "payout-77",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "stamp_duty": 0,
                     *         "currency": "NGN",
                     *         "bank": {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058"
                     *         },
                     *         "account_number": "0000000018",
                     *         "account_name": "ADA EXAMPLE",
                     *         "reason": "Invoice 77",
                     *         "metadata": {},
                     *         "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "failure_code": "account_closed",
                     *         "failure_message": "The account is closed.",
                     *         "session_id": "000013261121093000000000000001",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "completed_at": "2026-11-21T09:30:00.000Z",
                     *         "reversed_at": "2026-11-21T09:30:00.000Z",
                     *         "created": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CreatedPayout"];
                    };
                };
            };
        };
    };
    getPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payout.
                 * @example po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payout found",
                     *       "data": {
                     *         "id": "po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "payout-77",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "stamp_duty": 0,
                     *         "currency": "NGN",
                     *         "bank": {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058"
                     *         },
                     *         "account_number": "0000000018",
                     *         "account_name": "ADA EXAMPLE",
                     *         "reason": "Invoice 77",
                     *         "metadata": {},
                     *         "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "failure_code": "account_closed",
                     *         "failure_message": "The account is closed.",
                     *         "session_id": "000013261121093000000000000001",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "completed_at": "2026-11-21T09:30:00.000Z",
                     *         "reversed_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Payout"];
                    };
                };
            };
        };
    };
    listPayoutBatches: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description `checking`: the names are being enquired. `awaiting_approval`: a second person must approve it. `ready`: send it. `processing`: its payouts are being sent, or their outcome is not known yet. `insufficient_balance`: stopped; top up, then send it again. `completed`: every payout has ended. `cancelled`: no further line is sent; payouts that were made go on. */
                status?: "checking" | "awaiting_approval" | "ready" | "processing" | "insufficient_balance" | "completed" | "cancelled";
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Batches found",
                     *       "data": [
                     *         {
                     *           "id": "pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "name": "Salaries of November",
                     *           "status": "checking",
                     *           "count": 2,
                     *           "amount": 500000,
                     *           "currency": "NGN",
                     *           "progress": {
                     *             "waiting": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             },
                     *             "pending": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             },
                     *             "success": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             },
                     *             "failed": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             },
                     *             "reversed": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             },
                     *             "not_sent": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             },
                     *             "cancelled": {
                     *               "count": 2,
                     *               "amount": 500000,
                     *               "stamp_duty": 0
                     *             }
                     *           },
                     *           "names": {
                     *             "pending": 0,
                     *             "found": 2,
                     *             "not_found": 0,
                     *             "unknown": 0
                     *           },
                     *           "repeated": 0,
                     *           "auto_send": true,
                     *           "made_by": "ada@example.com",
                     *           "approved_by": "bola@example.com",
                     *           "cancelled_by": "bola@example.com",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "checked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "2026-11-21T09:30:00.000Z",
                     *           "ended_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["PayoutBatch"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createPayoutBatch: {
        parameters: {
            query?: {
                /**
                 * @description For you and your team.
                 * @example Salaries of November
                 */
                batch_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Salaries of November",
                 *       "payouts": [
                 *         {
                 *           "amount": 500000,
                 *           "bank_code": "058",
                 *           "account_number": "0000000018",
                 *           "reference": "salary-ada-11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePayoutBatchRequest"];
                /**
                 * @example amount_naira,bank_code,account_number,reference,reason
                 *     5000.00,058,0000000018,salary-ada-11,Salary
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "name": "Salaries of November",
                     *         "status": "checking",
                     *         "count": 2,
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "progress": {
                     *           "waiting": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "pending": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "success": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "failed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "reversed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "not_sent": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "cancelled": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           }
                     *         },
                     *         "names": {
                     *           "pending": 0,
                     *           "found": 2,
                     *           "not_found": 0,
                     *           "unknown": 0
                     *         },
                     *         "repeated": 0,
                     *         "auto_send": true,
                     *         "made_by": "ada@example.com",
                     *         "approved_by": "bola@example.com",
                     *         "cancelled_by": "bola@example.com",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "checked_at": "2026-11-21T09:30:00.000Z",
                     *         "started_at": "2026-11-21T09:30:00.000Z",
                     *         "ended_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PayoutBatch"];
                    };
                };
            };
        };
    };
    checkPayoutBatch: {
        parameters: {
            query?: {
                /**
                 * @description For you and your team.
                 * @example Salaries of November
                 */
                batch_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Salaries of November",
                 *       "payouts": [
                 *         {
                 *           "amount": 500000,
                 *           "bank_code": "058",
                 *           "account_number": "0000000018",
                 *           "reference": "salary-ada-11"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CheckPayoutBatchRequest"];
                /**
                 * @example amount_naira,bank_code,account_number,reference,reason
                 *     5000.00,058,0000000018,salary-ada-11,Salary
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The batch can be created",
                     *       "data": {
                     *         "count": 2,
                     *         "amount": 500000,
                     *         "stamp_duty": 0,
                     *         "repeated": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PayoutBatchPreview"];
                    };
                };
            };
        };
    };
    getPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Batch found",
                     *       "data": {
                     *         "id": "pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "name": "Salaries of November",
                     *         "status": "checking",
                     *         "count": 2,
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "progress": {
                     *           "waiting": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "pending": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "success": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "failed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "reversed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "not_sent": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "cancelled": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           }
                     *         },
                     *         "names": {
                     *           "pending": 0,
                     *           "found": 2,
                     *           "not_found": 0,
                     *           "unknown": 0
                     *         },
                     *         "repeated": 0,
                     *         "auto_send": true,
                     *         "made_by": "ada@example.com",
                     *         "approved_by": "bola@example.com",
                     *         "cancelled_by": "bola@example.com",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "checked_at": "2026-11-21T09:30:00.000Z",
                     *         "started_at": "2026-11-21T09:30:00.000Z",
                     *         "ended_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PayoutBatch"];
                    };
                };
            };
        };
    };
    listPayoutBatchPayouts: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description `waiting`: not sent yet. `pending`, `success`, `failed`, `reversed`: the status of its payout. `not_sent`: it cannot be sent, and no payout was made: see `failure`. `cancelled`: the batch was cancelled before it was sent. */
                status?: "waiting" | "pending" | "success" | "failed" | "reversed" | "not_sent" | "cancelled";
            };
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Payouts found",
                     *       "data": [
                     *         {
                     *           "number": 1,
                     *           "status": "waiting",
                     *           "amount": 500000,
                     *           "currency": "NGN",
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0000000018",
                     *           "account_name": "ADA EXAMPLE",
                     *           "name_check": "pending",
                     *           "reference": "salary-ada-11",
                     *           "reason": "Salary",
                     *           "metadata": {},
                     *           "repeats": 1,
                     *           "failure_code": "account_closed",
                     *           "failure_message": "The account is closed.",
                     *           "payout_id": "po_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "session_id": "000013261121093000000000000001",
                     *           "completed_at": "2026-11-21T09:30:00.000Z",
                     *           "reversed_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["PayoutBatchLine"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getPayoutBatchResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One row for each line, in the order of the batch. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    sendPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "name": "Salaries of November",
                     *         "status": "checking",
                     *         "count": 2,
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "progress": {
                     *           "waiting": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "pending": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "success": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "failed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "reversed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "not_sent": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "cancelled": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           }
                     *         },
                     *         "names": {
                     *           "pending": 0,
                     *           "found": 2,
                     *           "not_found": 0,
                     *           "unknown": 0
                     *         },
                     *         "repeated": 0,
                     *         "auto_send": true,
                     *         "made_by": "ada@example.com",
                     *         "approved_by": "bola@example.com",
                     *         "cancelled_by": "bola@example.com",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "checked_at": "2026-11-21T09:30:00.000Z",
                     *         "started_at": "2026-11-21T09:30:00.000Z",
                     *         "ended_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PayoutBatch"];
                    };
                };
            };
        };
    };
    cancelPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "name": "Salaries of November",
                     *         "status": "checking",
                     *         "count": 2,
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "progress": {
                     *           "waiting": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "pending": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "success": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "failed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "reversed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "not_sent": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "cancelled": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           }
                     *         },
                     *         "names": {
                     *           "pending": 0,
                     *           "found": 2,
                     *           "not_found": 0,
                     *           "unknown": 0
                     *         },
                     *         "repeated": 0,
                     *         "auto_send": true,
                     *         "made_by": "ada@example.com",
                     *         "approved_by": "bola@example.com",
                     *         "cancelled_by": "bola@example.com",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "checked_at": "2026-11-21T09:30:00.000Z",
                     *         "started_at": "2026-11-21T09:30:00.000Z",
                     *         "ended_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PayoutBatch"];
                    };
                };
            };
        };
    };
    getWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhook settings",
                     *       "data": {
                     *         "domain": "test",
                     *         "url": "https://shop.example/hooks",
                     *         "dedicated_virtual_account_url": "https://shop.example/hooks",
                     *         "events": [
                     *           "transaction.success"
                     *         ],
                     *         "format": "standard",
                     *         "api_version": "2026-12-01",
                     *         "endpoints": {
                     *           "standard": {
                     *             "secret_hint": "x7Qd",
                     *             "old_secret_until": "2026-11-21T09:30:00.000Z",
                     *             "failures": 0,
                     *             "failing_since": "2026-11-21T09:30:00.000Z",
                     *             "next_probe_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_reason": "gone"
                     *           },
                     *           "dedicated_virtual_account": {
                     *             "secret_hint": "x7Qd",
                     *             "old_secret_until": "2026-11-21T09:30:00.000Z",
                     *             "failures": 0,
                     *             "failing_since": "2026-11-21T09:30:00.000Z",
                     *             "next_probe_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_reason": "gone"
                     *           }
                     *         },
                     *         "notices": [
                     *           {
                     *             "which": "standard",
                     *             "kind": "failing_24h",
                     *             "since": "2026-11-21T09:30:00.000Z",
                     *             "url": "https://shop.example/hooks",
                     *             "created_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["WebhookSettings"];
                    };
                };
            };
        };
    };
    updateWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/hooks",
                 *       "dedicated_virtual_account_url": "https://shop.example/hooks",
                 *       "events": [
                 *         "transaction.success"
                 *       ],
                 *       "format": "standard",
                 *       "api_version": "2026-12-01"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhooksRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhook settings saved",
                     *       "data": {
                     *         "domain": "test",
                     *         "url": "https://shop.example/hooks",
                     *         "dedicated_virtual_account_url": "https://shop.example/hooks",
                     *         "events": [
                     *           "transaction.success"
                     *         ],
                     *         "format": "standard",
                     *         "api_version": "2026-12-01",
                     *         "endpoints": {
                     *           "standard": {
                     *             "secret_hint": "x7Qd",
                     *             "old_secret_until": "2026-11-21T09:30:00.000Z",
                     *             "failures": 0,
                     *             "failing_since": "2026-11-21T09:30:00.000Z",
                     *             "next_probe_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_reason": "gone"
                     *           },
                     *           "dedicated_virtual_account": {
                     *             "secret_hint": "x7Qd",
                     *             "old_secret_until": "2026-11-21T09:30:00.000Z",
                     *             "failures": 0,
                     *             "failing_since": "2026-11-21T09:30:00.000Z",
                     *             "next_probe_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_at": "2026-11-21T09:30:00.000Z",
                     *             "disabled_reason": "gone"
                     *           }
                     *         },
                     *         "notices": [
                     *           {
                     *             "which": "standard",
                     *             "kind": "failing_24h",
                     *             "since": "2026-11-21T09:30:00.000Z",
                     *             "url": "https://shop.example/hooks",
                     *             "created_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["WebhookSettings"];
                    };
                };
            };
        };
    };
    rollWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "which": "standard",
                 *       "overlap_hours": 24
                 *     }
                 */
                "application/json": components["schemas"]["RollWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Store the new secret now: it is not shown again",
                     *       "data": {
                     *         "domain": "test",
                     *         "which": "standard",
                     *         "secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
                     *         "old_secret_until": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["RolledWebhookSecret"];
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Events of this type. */
                type?: "transaction.success" | "transaction.failed" | "transaction.abandoned" | "transaction.reversed" | "transaction.displaced" | "card_testing.detected" | "transfer.received" | "bank_transfer.rejected" | "deposit.returning" | "deposit.returned" | "deposit.return_refused" | "deposit.quarantined" | "deposit.topped_up" | "dedicated_virtual_account.created" | "dedicated_virtual_account.tier_raised" | "dedicated_virtual_account.split_changed" | "refund.pending" | "refund.processed" | "refund.failed" | "payout.pending" | "payout.success" | "payout.failed" | "payout.reversed" | "payout_batch.completed" | "settlement.settled" | "split.created" | "split.updated" | "split.deactivated" | "subaccount.created" | "subaccount.updated" | "subaccount.deactivated" | "subaccount.account_change.requested" | "subaccount.account_change.effective" | "subaccount.account_change.cancelled" | "customer.updated" | "payment_link.created" | "payment_link.updated" | "payment_link.deactivated" | "payment_link.used_up" | "identity.verified" | "identity.failed" | "identity.locked" | "identity.expired" | "webhook.test";
                /** @description Events whose delivery has this state. `none`: they were not sent. */
                status?: "pending" | "delivered" | "failed" | "none";
                /** @description Created at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Created before this time, or until the end of this day in Lagos. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Events found",
                     *       "data": [
                     *         {
                     *           "id": "evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "type": "transaction.success",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "data": {},
                     *           "body": "{\"event\":\"transaction.success\",\"data\":{},\"created_at\":\"2026-11-21T09:30:00.000Z\"}",
                     *           "delivery": {
                     *             "status": "pending",
                     *             "address": "standard",
                     *             "attempts": 1,
                     *             "next_at": "2026-11-21T09:30:00.000Z",
                     *             "last_status": 200,
                     *             "last_error": "timeout"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["Event"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event.
                 * @example evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Event found",
                     *       "data": {
                     *         "id": "evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "type": "transaction.success",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "data": {},
                     *         "body": "{\"event\":\"transaction.success\",\"data\":{},\"created_at\":\"2026-11-21T09:30:00.000Z\"}",
                     *         "delivery": {
                     *           "status": "pending",
                     *           "address": "standard",
                     *           "attempts": 1,
                     *           "next_at": "2026-11-21T09:30:00.000Z",
                     *           "last_status": 200,
                     *           "last_error": "timeout"
                     *         },
                     *         "attempts": [
                     *           {
                     *             "attempt": 1,
                     *             "url": "https://shop.example/hooks",
                     *             "status": 200,
                     *             "error": "timeout",
                     *             "latency_ms": 84,
                     *             "answer": "ok",
                     *             "created_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["EventDetail"];
                    };
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the event.
                 * @example evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The event will be sent again",
                     *       "data": {
                     *         "id": "evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "type": "transaction.success",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "data": {},
                     *         "body": "{\"event\":\"transaction.success\",\"data\":{},\"created_at\":\"2026-11-21T09:30:00.000Z\"}",
                     *         "delivery": {
                     *           "status": "pending",
                     *           "address": "standard",
                     *           "attempts": 1,
                     *           "next_at": "2026-11-21T09:30:00.000Z",
                     *           "last_status": 200,
                     *           "last_error": "timeout"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    resendEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-28",
                 *       "to": "2026-11-28",
                 *       "only_failed": true
                 *     }
                 */
                "application/json": components["schemas"]["ResendEventsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "events": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["ResentEvents"];
                    };
                };
            };
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "which": "standard"
                 *     }
                 */
                "application/json": components["schemas"]["SendTestEventRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "A test event was sent",
                     *       "data": {
                     *         "id": "evt_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "type": "transaction.success",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "data": {},
                     *         "body": "{\"event\":\"transaction.success\",\"data\":{},\"created_at\":\"2026-11-21T09:30:00.000Z\"}",
                     *         "delivery": {
                     *           "status": "pending",
                     *           "address": "standard",
                     *           "attempts": 1,
                     *           "next_at": "2026-11-21T09:30:00.000Z",
                     *           "last_status": 200,
                     *           "last_error": "timeout"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Event"];
                    };
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Events at or after this time, or from this day in Lagos on. Now by default. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. `data` is JSON with the headers and body of the delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    simulateTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_number": "2670625029",
                 *       "amount": 500000
                 *     }
                 */
                "application/json": components["schemas"]["SimulateTransferRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transfer received",
                     *       "data": {
                     *         "id": "dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "status": "matched",
                     *         "reason": "amount_too_low",
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "account_number": "2670625029",
                     *         "account_kind": "one_off",
                     *         "sender_name": "ADA EXAMPLE",
                     *         "sender_bank_code": "058",
                     *         "sender_account_number": "******1234",
                     *         "narration": "Order 1042",
                     *         "session_id": "000013261121093000000000000001",
                     *         "return_session_id": "000013261121093000000000000001",
                     *         "transaction_id": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "received_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Deposit"];
                    };
                };
            };
        };
    };
    setSandboxBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currency": "NGN",
                 *       "amount": 10000000
                 *     }
                 */
                "application/json": components["schemas"]["SetSandboxBalanceRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Balance set",
                     *       "data": {
                     *         "available": 10000000,
                     *         "currency": "NGN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["SandboxBalance"];
                    };
                };
            };
        };
    };
    listSandboxMessages: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Messages found",
                     *       "data": [
                     *         {
                     *           "id": "msg_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "channel": "sms",
                     *           "to": "ada@example.com",
                     *           "subject": "Your receipt",
                     *           "text": "Your code is 123456",
                     *           "html": "<p>Thank you</p>",
                     *           "otp": "123456",
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["SandboxMessage"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    expireTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reference of the transaction.
                 * @example order-1042
                 */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transaction expired",
                     *       "data": {
                     *         "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "order-1042",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "requested_amount": 500000,
                     *         "fees": 18813,
                     *         "fees_breakdown": [
                     *           {
                     *             "type": "service",
                     *             "amount": 17500
                     *           }
                     *         ],
                     *         "net_amount": 481187,
                     *         "refunded_amount": 0,
                     *         "currency": "NGN",
                     *         "channel": "card",
                     *         "gateway_response": "Approved",
                     *         "message": "The card was declined",
                     *         "paid_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "ip_address": "102.89.0.1",
                     *         "callback_url": "https://shop.example/thanks",
                     *         "made_with": "secret_key",
                     *         "displaced": true,
                     *         "metadata": {
                     *           "cart_id": 398
                     *         },
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000"
                     *         },
                     *         "authorization": {
                     *           "sender_name": "ADA EXAMPLE",
                     *           "sender_bank": "Guaranty Trust Bank",
                     *           "sender_bank_code": "058",
                     *           "sender_account_number": "******0018"
                     *         },
                     *         "split": {
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks"
                     *         },
                     *         "log": {
                     *           "attempts": 1,
                     *           "errors": 0,
                     *           "history": [
                     *             {
                     *               "type": "action",
                     *               "message": "Paid by bank transfer",
                     *               "time": 42
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    getSettlementSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Schedule",
                     *       "data": {
                     *         "schedule": "instant"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["SettlementSchedule"];
                    };
                };
            };
        };
    };
    updateSettlementSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": "instant"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettlementScheduleRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Schedule saved",
                     *       "data": {
                     *         "schedule": "instant"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["SettlementSchedule"];
                    };
                };
            };
        };
    };
    settlePending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The pending balance is now available",
                     *       "data": [
                     *         {
                     *           "id": "set_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "domain": "test",
                     *           "status": "settled",
                     *           "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "amount": 500000,
                     *           "currency": "NGN",
                     *           "items": 12,
                     *           "paid_before": "2026-11-21T09:30:00.000Z",
                     *           "settled_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The settlements that were created. */
                        data: components["schemas"]["Settlement"][];
                    };
                };
            };
        };
    };
    payTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reference of the transaction.
                 * @example order-1042
                 */
                reference: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel": "bank_transfer"
                 *     }
                 */
                "application/json": components["schemas"]["PayTransactionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The customer paid, or tried to pay",
                     *       "data": {
                     *         "id": "txn_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "reference": "order-1042",
                     *         "status": "pending",
                     *         "amount": 500000,
                     *         "requested_amount": 500000,
                     *         "fees": 18813,
                     *         "fees_breakdown": [
                     *           {
                     *             "type": "service",
                     *             "amount": 17500
                     *           }
                     *         ],
                     *         "net_amount": 481187,
                     *         "refunded_amount": 0,
                     *         "currency": "NGN",
                     *         "channel": "card",
                     *         "gateway_response": "Approved",
                     *         "message": "The card was declined",
                     *         "paid_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "ip_address": "102.89.0.1",
                     *         "callback_url": "https://shop.example/thanks",
                     *         "made_with": "secret_key",
                     *         "displaced": true,
                     *         "metadata": {
                     *           "cart_id": 398
                     *         },
                     *         "customer": {
                     *           "id": "cus_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "customer_code": "CUS_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "first_name": "Ada",
                     *           "last_name": "Example",
                     *           "name": "Ada Example",
                     *           "email": "ada@example.com",
                     *           "phone": "+2348030000000"
                     *         },
                     *         "authorization": {
                     *           "sender_name": "ADA EXAMPLE",
                     *           "sender_bank": "Guaranty Trust Bank",
                     *           "sender_bank_code": "058",
                     *           "sender_account_number": "******0018"
                     *         },
                     *         "split": {
                     *           "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "name": "Two cooks"
                     *         },
                     *         "log": {
                     *           "attempts": 1,
                     *           "errors": 0,
                     *           "history": [
                     *             {
                     *               "type": "action",
                     *               "message": "Paid by bank transfer",
                     *               "time": 42
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
        };
    };
    listSandboxRails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rails found",
                     *       "data": [
                     *         {
                     *           "rail": "bank",
                     *           "outcome": "down",
                     *           "times": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The rails. */
                        data: components["schemas"]["SandboxRail"][];
                    };
                };
            };
        };
    };
    updateSandboxRail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `bank`: accounts and transfers. `card`: cards. `identity`: BVN and NIN. `message`: email. Or one operation, such as `payouts.send`. */
                rail: "bank" | "card" | "identity" | "message" | "banks.resolve" | "accounts.issue_one_off" | "accounts.issue" | "accounts.raise_tier" | "payouts.send" | "payouts.enquire" | "returns.send" | "returns.enquire" | "cards.charge" | "cards.submit_pin" | "cards.submit_otp" | "cards.enquire" | "cards.reverse" | "cards.refund" | "cards.enquire_refund" | "identity.send_code" | "identity.enquire" | "identity.submit_code" | "mail.send";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "down",
                 *       "times": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSandboxRailRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Failures saved",
                     *       "data": {
                     *         "rail": "bank",
                     *         "outcome": "down",
                     *         "times": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["SandboxRail"];
                    };
                };
            };
        };
    };
    getSandboxCardLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Card limits",
                     *       "data": {
                     *         "limits": "on"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CardLimits"];
                    };
                };
            };
        };
    };
    updateSandboxCardLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limits": "on"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSandboxCardLimitsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Card limits saved",
                     *       "data": {
                     *         "limits": "on"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["CardLimits"];
                    };
                };
            };
        };
    };
    getSandboxStatement: {
        parameters: {
            query?: {
                /** @description The start: a day in Lagos, or a time. By default yesterday. */
                from?: string;
                /** @description The end: a day in Lagos, inclusive, or a time, exclusive; at most 31 days later. By default a day later. */
                to?: string;
                /** @description The format. `csv` by default. */
                format?: "csv" | "json";
                /**
                 * @description Errors to inject, separated by commas: missing, extra, duplicate, late, wrong_amount. None by default.
                 * @example missing,late
                 */
                faults?: string;
                /**
                 * @description The same seed injects the same errors, in one transfer in four.
                 * @example monday
                 */
                seed?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    /**
                     * @example {
                     *       "rail": "sandbox",
                     *       "mode": "test",
                     *       "from": "2026-11-21T09:30:00.000Z",
                     *       "to": "2026-11-21T09:30:00.000Z",
                     *       "lines": [
                     *         {
                     *           "session_id": "000013261121093000000000000001",
                     *           "direction": "credit",
                     *           "amount": 500000,
                     *           "account_number": "2670625029",
                     *           "narration": "Order 1042",
                     *           "occurred_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BankStatement"];
                };
            };
        };
    };
    getExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Example data found",
                     *       "data": {
                     *         "state": "none",
                     *         "done": 3,
                     *         "total": 7
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["ExampleData"];
                    };
                };
            };
        };
    };
    createExamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "days": 7
                 *     }
                 */
                "application/json": components["schemas"]["CreateExamplesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Example data is being created",
                     *       "data": {
                     *         "state": "none",
                     *         "done": 3,
                     *         "total": 7
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["ExampleData"];
                    };
                };
            };
        };
    };
    initiateBvnVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "BVN",
                 *       "number": "22222222222"
                 *     }
                 */
                "application/json": components["schemas"]["InitiateBvnVerificationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "A code was sent to the registered phone",
                     *       "verification_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *       "provider_response": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "status": "Pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InitiatedVerification"];
                };
            };
        };
    };
    initiateIdentityVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "BVN",
                 *       "number": "22222222222"
                 *     }
                 */
                "application/json": components["schemas"]["InitiateIdentityVerificationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "A code was sent to the registered phone",
                     *       "verification_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *       "provider_response": {
                     *         "_id": "idv_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "status": "Pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InitiatedVerification"];
                };
            };
        };
    };
    listBanks: {
        parameters: {
            query?: {
                /** @description true: also banks with longer codes, such as wallets. */
                all?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": [
                     *         {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058",
                     *           "slug": "guaranty-trust-bank",
                     *           "nip_code": "000013",
                     *           "type": "commercial"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The banks. */
                        data: components["schemas"]["Bank"][];
                    };
                };
            };
        };
    };
    suggestBanks: {
        parameters: {
            query: {
                /** @description 10 digits. */
                account_number: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": [
                     *         {
                     *           "name": "Guaranty Trust Bank",
                     *           "code": "058",
                     *           "slug": "guaranty-trust-bank",
                     *           "nip_code": "000013",
                     *           "type": "commercial"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The banks. */
                        data: components["schemas"]["Bank"][];
                    };
                };
            };
        };
    };
    resolveAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bank_code": "058",
                 *       "account_number": "0000000018"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveAccountRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Account number resolved",
                     *       "data": {
                     *         "account_name": "ADA EXAMPLE",
                     *         "account_number": "0000000018",
                     *         "bank_code": "058",
                     *         "check_digit_valid": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["ResolvedAccount"];
                    };
                };
            };
        };
    };
    initializePublicTransactionByLink: {
        parameters: {
            query: {
                /**
                 * @description Your public key.
                 * @example pk_test_0123456789ABCDEFabcdef0123456789ABCDEF
                 */
                key: string;
                /** @description In kobo. */
                amount: number;
                /** @description The customer. The receipt goes here. */
                email: string;
                /**
                 * @description The name of the customer.
                 * @example Ada Example
                 */
                name?: string;
                /** @description Your unique name for this payment. The same reference with the same amount and email returns the same transaction while it is unpaid. */
                reference?: string;
                /** @description Where the customer returns after payment. `reference` and `trxref` are set in its query. A URL of your mobile app, such as `myapp://paid`, if `allowed_origins` has its scheme. */
                callback_url?: string;
                /**
                 * @description The split by which the payment is shared.
                 * @example SPL_AZqmA2NQe2e4sK1d8v6cXw
                 */
                split_code?: string;
                /**
                 * @description `card`, `bank_transfer`, or both: with a comma, or sent twice.
                 * @example card,bank_transfer
                 */
                channels?: string;
                /**
                 * @description A JSON object as a string, or `metadata[name]=value`, up to 5 names deep.
                 * @example {"cart_id":398}
                 */
                metadata?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "authorization_url": "https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw",
                     *         "access_code": "AZqmA2NQe2e4sK1d8v6cXw",
                     *         "reference": "order-1042",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "may_frame": true,
                     *         "language": "en"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PublicTransaction"];
                    };
                };
            };
            /** @description A browser prefetch: nothing was created. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    initializePublicTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "pk_test_0123456789ABCDEFabcdef0123456789ABCDEF",
                 *       "amount": 500000,
                 *       "email": "ada@example.com",
                 *       "name": "Ada Example",
                 *       "reference": "order-1042",
                 *       "callback_url": "https://shop.example/thanks",
                 *       "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                 *       "channels": "card,bank_transfer",
                 *       "metadata": "{\"cart_id\":398}"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["InitializePublicTransactionRequest"];
                /**
                 * @example {
                 *       "key": "pk_test_0123456789ABCDEFabcdef0123456789ABCDEF",
                 *       "amount": 500000,
                 *       "email": "ada@example.com",
                 *       "name": "Ada Example",
                 *       "reference": "order-1042",
                 *       "callback_url": "https://shop.example/thanks",
                 *       "split_code": "SPL_AZqmA2NQe2e4sK1d8v6cXw",
                 *       "channels": "card,bank_transfer",
                 *       "metadata": "{\"cart_id\":398}"
                 *     }
                 */
                "application/json": components["schemas"]["InitializePublicTransactionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "authorization_url": "https://pay.example/checkout/AZqmA2NQe2e4sK1d8v6cXw",
                     *         "access_code": "AZqmA2NQe2e4sK1d8v6cXw",
                     *         "reference": "order-1042",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "may_frame": true,
                     *         "language": "en"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PublicTransaction"];
                    };
                };
            };
            /** @description A browser prefetch: nothing was created. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Signed in",
                     *       "data": {
                     *         "email": "Example",
                     *         "name": "Example",
                     *         "second_factor": true,
                     *         "recovery_codes_left": 0,
                     *         "fresh_until": "2026-11-21T09:30:00.000Z",
                     *         "is_operator": true,
                     *         "businesses": [
                     *           {
                     *             "business_id": "Example",
                     *             "name": "Example",
                     *             "role": "owner",
                     *             "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *             "permissions": [
                     *               "Example"
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            email: string;
                            name: string;
                            second_factor: boolean;
                            recovery_codes_left: number;
                            /**
                             * Format: date-time
                             * @description Until then the password need not be confirmed again. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            fresh_until: string;
                            is_operator: boolean;
                            businesses: {
                                business_id: string;
                                name: string;
                                /**
                                 * @description Known values: `owner`, `developer`, `finance`, `support`.
                                 * @enum {string}
                                 */
                                role: "owner" | "developer" | "finance" | "support";
                                /**
                                 * Format: date-time
                                 * @description When live mode was activated. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                live_activated_at: string | null;
                                permissions: string[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "Example",
                 *       "password": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "stage": "second_factor"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description second_factor: the code is still missing. Known values: `second_factor`, `open`.
                             * @enum {string}
                             */
                            stage: "second_factor" | "open";
                        };
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Signed out",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    submitSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["SubmitSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Signed in",
                     *       "data": {
                     *         "stage": "second_factor"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description second_factor: the code is still missing. Known values: `second_factor`, `open`.
                             * @enum {string}
                             */
                            stage: "second_factor" | "open";
                        };
                    };
                };
            };
        };
    };
    confirmPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "Example",
                 *       "code": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Confirmed",
                     *       "data": {
                     *         "fresh_until": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * Format: date-time
                             * @description The confirmation is valid until then. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            fresh_until: string;
                        };
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Sessions",
                     *       "data": [
                     *         {
                     *           "session_id": "Example",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "seen_at": "2026-11-21T09:30:00.000Z",
                     *           "address": "Example",
                     *           "agent": "Example",
                     *           "is_current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            session_id: string;
                            /**
                             * Format: date-time
                             * @description When it started. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description Its last request, to the minute. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            seen_at: string;
                            address: string;
                            /** @description The user agent of the browser. */
                            agent: string;
                            is_current: boolean;
                        }[];
                    };
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "All other sessions ended",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Session ended",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "Example",
                 *       "password": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Password changed",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "If this login exists, an email with a link was sent",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Example",
                 *       "password": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Password set",
                     *       "data": {
                     *         "stage": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            stage: string;
                        };
                    };
                };
            };
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Scan it, then send a code from the app",
                     *       "data": {
                     *         "secret": "Example",
                     *         "otpauth_url": "Example",
                     *         "qr_svg": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description The secret in base32, for typing in. */
                            secret: string;
                            otpauth_url: string;
                            /** @description The same as an image. */
                            qr_svg: string;
                        };
                    };
                };
            };
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Two-step sign-in is off",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmSecondFactorRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Two-step sign-in is on",
                     *       "data": {
                     *         "recovery_codes": [
                     *           "Example"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description Each works once, without the app. They are shown only once. */
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "New recovery codes",
                     *       "data": {
                     *         "recovery_codes": [
                     *           "Example"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description Each works once, without the app. They are shown only once. */
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
    };
    openInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["OpenInvitationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invitation",
                     *       "data": {
                     *         "email": "Example",
                     *         "business_name": "Example",
                     *         "role": "owner",
                     *         "has_login": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            email: string;
                            business_name: string;
                            /**
                             * @description Known values: `owner`, `developer`, `finance`, `support`.
                             * @enum {string}
                             */
                            role: "owner" | "developer" | "finance" | "support";
                            /** @description true: sign in, then accept. false: choose a password. */
                            has_login: boolean;
                        };
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Example",
                 *       "name": "Ada Example",
                 *       "password": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Welcome to the team",
                     *       "data": {
                     *         "business_id": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            business_id: string;
                        };
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Team",
                     *       "data": [
                     *         {
                     *           "login_id": "Example",
                     *           "email": "Example",
                     *           "name": "Example",
                     *           "role": "owner",
                     *           "second_factor": true,
                     *           "seen_at": "2026-11-21T09:30:00.000Z",
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            login_id: string;
                            email: string;
                            name: string;
                            /**
                             * @description Known values: `owner`, `developer`, `finance`, `support`.
                             * @enum {string}
                             */
                            role: "owner" | "developer" | "finance" | "support";
                            second_factor: boolean;
                            /**
                             * Format: date-time
                             * @description The last request. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            seen_at: string | null;
                            /**
                             * Format: date-time
                             * @description When the person joined the team. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                        }[];
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                login_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Role changed",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: {
                /** @description false: the keys that they created stay valid. */
                revoke_keys?: "true" | "false";
            };
            header?: never;
            path: {
                login_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Removed from the team",
                     *       "data": {
                     *         "keys_revoked": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            keys_revoked: number;
                        };
                    };
                };
            };
        };
    };
    listMemberKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                login_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Keys found",
                     *       "data": [
                     *         {
                     *           "key_id": "Example",
                     *           "domain": "test",
                     *           "kind": "secret",
                     *           "hint": "Example",
                     *           "scopes": [
                     *             "transactions:read"
                     *           ],
                     *           "allowed_ips": [
                     *             "Example"
                     *           ],
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "made_by": "Example",
                     *           "last_used_at": "2026-11-21T09:30:00.000Z",
                     *           "last_used_from": "Example",
                     *           "expires_at": "2026-11-21T09:30:00.000Z",
                     *           "revoked_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            key_id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            domain: "test" | "live";
                            /**
                             * @description secret: for your server. public: for your pages; it can only initialize payments. Known values: `secret`, `public`.
                             * @enum {string}
                             */
                            kind: "secret" | "public";
                            /** @description The beginning and end of the key, to identify it. */
                            hint: string;
                            /** @description The scopes of a secret key. all: everything, including future scopes. A public key has none. */
                            scopes: ("transactions:read" | "transactions:write" | "transactions:export" | "refunds:read" | "refunds:write" | "customers:read" | "customers:write" | "payment_links:read" | "payment_links:write" | "dedicated_virtual_accounts:read" | "dedicated_virtual_accounts:write" | "deposits:read" | "splits:read" | "splits:write" | "balance:read" | "payouts:read" | "payouts:write" | "payouts:export" | "settlements:read" | "settlements:export" | "identity:read" | "identity:write" | "banks:read" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "sandbox:write" | "all")[];
                            /** @description The networks from which it works. Empty: every address. */
                            allowed_ips: string[];
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /** @description The email address of its creator. null: the service. */
                            made_by: string | null;
                            /**
                             * Format: date-time
                             * @description The last use, to the minute. null: never used. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            last_used_at: string | null;
                            /** @description The IP address of that request. */
                            last_used_from: string | null;
                            /**
                             * Format: date-time
                             * @description After a roll: when the old key stops working. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            expires_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was revoked. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            revoked_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invitations",
                     *       "data": [
                     *         {
                     *           "invitation_id": "Example",
                     *           "email": "Example",
                     *           "role": "owner",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "expires_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            invitation_id: string;
                            email: string;
                            /**
                             * @description Known values: `owner`, `developer`, `finance`, `support`.
                             * @enum {string}
                             */
                            role: "owner" | "developer" | "finance" | "support";
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When it expires. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            expires_at: string;
                        }[];
                    };
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "role": "owner"
                 *     }
                 */
                "application/json": components["schemas"]["CreateInvitationRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invitation created",
                     *       "data": {
                     *         "invitation_id": "Example",
                     *         "link": "Example",
                     *         "expires_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            invitation_id: string;
                            /** @description Shown only once. null: it was sent by email instead. */
                            link: string | null;
                            /**
                             * Format: date-time
                             * @description When it expires. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            expires_at: string;
                        };
                    };
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Invitation withdrawn",
                     *       "data": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: null;
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Audit log",
                     *       "data": [
                     *         {
                     *           "number": 0,
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "mode": "test",
                     *           "email": "Example",
                     *           "address": "Example",
                     *           "action": "Example",
                     *           "subject": "Example",
                     *           "outcome": 0,
                     *           "request_id": "Example",
                     *           "digest": "Example"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            /** @description The position in the chain, without gaps. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description When it happened. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string|null}
                             */
                            mode: "test" | "live" | null;
                            /** @description Who did it: an email address, or the id of an API key. */
                            email: string;
                            /** @description The IP address. */
                            address: string;
                            /** @description The action. */
                            action: string;
                            /** @description The record concerned. */
                            subject: string;
                            /** @description The status of the response. null: not known yet. */
                            outcome: number | null;
                            /** @description The same id on the request and on its result. */
                            request_id: string;
                            /** @description SHA-256 of this entry and the previous digest. */
                            digest: string;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listOperatorAuditEntries: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Audit log",
                     *       "data": [
                     *         {
                     *           "number": 0,
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "mode": "test",
                     *           "email": "Example",
                     *           "address": "Example",
                     *           "action": "Example",
                     *           "subject": "Example",
                     *           "outcome": 0,
                     *           "request_id": "Example",
                     *           "digest": "Example"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            /** @description The position in the chain, without gaps. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description When it happened. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string|null}
                             */
                            mode: "test" | "live" | null;
                            /** @description Who did it: an email address, or the id of an API key. */
                            email: string;
                            /** @description The IP address. */
                            address: string;
                            /** @description The action. */
                            action: string;
                            /** @description The record concerned. */
                            subject: string;
                            /** @description The status of the response. null: not known yet. */
                            outcome: number | null;
                            /** @description The same id on the request and on its result. */
                            request_id: string;
                            /** @description SHA-256 of this entry and the previous digest. */
                            digest: string;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Keys found",
                     *       "data": [
                     *         {
                     *           "key_id": "Example",
                     *           "domain": "test",
                     *           "kind": "secret",
                     *           "hint": "Example",
                     *           "scopes": [
                     *             "transactions:read"
                     *           ],
                     *           "allowed_ips": [
                     *             "Example"
                     *           ],
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "made_by": "Example",
                     *           "last_used_at": "2026-11-21T09:30:00.000Z",
                     *           "last_used_from": "Example",
                     *           "expires_at": "2026-11-21T09:30:00.000Z",
                     *           "revoked_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            key_id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            domain: "test" | "live";
                            /**
                             * @description secret: for your server. public: for your pages; it can only initialize payments. Known values: `secret`, `public`.
                             * @enum {string}
                             */
                            kind: "secret" | "public";
                            /** @description The beginning and end of the key, to identify it. */
                            hint: string;
                            /** @description The scopes of a secret key. all: everything, including future scopes. A public key has none. */
                            scopes: ("transactions:read" | "transactions:write" | "transactions:export" | "refunds:read" | "refunds:write" | "customers:read" | "customers:write" | "payment_links:read" | "payment_links:write" | "dedicated_virtual_accounts:read" | "dedicated_virtual_accounts:write" | "deposits:read" | "splits:read" | "splits:write" | "balance:read" | "payouts:read" | "payouts:write" | "payouts:export" | "settlements:read" | "settlements:export" | "identity:read" | "identity:write" | "banks:read" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "sandbox:write" | "all")[];
                            /** @description The networks from which it works. Empty: every address. */
                            allowed_ips: string[];
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /** @description The email address of its creator. null: the service. */
                            made_by: string | null;
                            /**
                             * Format: date-time
                             * @description The last use, to the minute. null: never used. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            last_used_at: string | null;
                            /** @description The IP address of that request. */
                            last_used_from: string | null;
                            /**
                             * Format: date-time
                             * @description After a roll: when the old key stops working. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            expires_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was revoked. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            revoked_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "secret",
                 *       "scopes": [
                 *         "transactions:read"
                 *       ],
                 *       "allowed_ips": [
                 *         "Example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Store this key now: it is not shown again",
                     *       "data": {
                     *         "key_id": "Example",
                     *         "key": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            key_id: string;
                            /** @description The key. It is shown only once. */
                            key: string;
                        };
                    };
                };
            };
        };
    };
    rollKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap_hours": 0
                 *     }
                 */
                "application/json": components["schemas"]["RollKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Store this key now: it is not shown again",
                     *       "data": {
                     *         "key_id": "Example",
                     *         "key": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            key_id: string;
                            /** @description The key. It is shown only once. */
                            key: string;
                        };
                    };
                };
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scopes": [
                 *         "transactions:read"
                 *       ],
                 *       "allowed_ips": [
                 *         "Example"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Key changed",
                     *       "data": {
                     *         "key_id": "Example",
                     *         "domain": "test",
                     *         "kind": "secret",
                     *         "hint": "Example",
                     *         "scopes": [
                     *           "transactions:read"
                     *         ],
                     *         "allowed_ips": [
                     *           "Example"
                     *         ],
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "made_by": "Example",
                     *         "last_used_at": "2026-11-21T09:30:00.000Z",
                     *         "last_used_from": "Example",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "revoked_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            key_id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            domain: "test" | "live";
                            /**
                             * @description secret: for your server. public: for your pages; it can only initialize payments. Known values: `secret`, `public`.
                             * @enum {string}
                             */
                            kind: "secret" | "public";
                            /** @description The beginning and end of the key, to identify it. */
                            hint: string;
                            /** @description The scopes of a secret key. all: everything, including future scopes. A public key has none. */
                            scopes: ("transactions:read" | "transactions:write" | "transactions:export" | "refunds:read" | "refunds:write" | "customers:read" | "customers:write" | "payment_links:read" | "payment_links:write" | "dedicated_virtual_accounts:read" | "dedicated_virtual_accounts:write" | "deposits:read" | "splits:read" | "splits:write" | "balance:read" | "payouts:read" | "payouts:write" | "payouts:export" | "settlements:read" | "settlements:export" | "identity:read" | "identity:write" | "banks:read" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "sandbox:write" | "all")[];
                            /** @description The networks from which it works. Empty: every address. */
                            allowed_ips: string[];
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /** @description The email address of its creator. null: the service. */
                            made_by: string | null;
                            /**
                             * Format: date-time
                             * @description The last use, to the minute. null: never used. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            last_used_at: string | null;
                            /** @description The IP address of that request. */
                            last_used_from: string | null;
                            /**
                             * Format: date-time
                             * @description After a roll: when the old key stops working. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            expires_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was revoked. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            revoked_at: string | null;
                        };
                    };
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "key_id": "Example",
                     *         "domain": "test",
                     *         "kind": "secret",
                     *         "hint": "Example",
                     *         "scopes": [
                     *           "transactions:read"
                     *         ],
                     *         "allowed_ips": [
                     *           "Example"
                     *         ],
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "made_by": "Example",
                     *         "last_used_at": "2026-11-21T09:30:00.000Z",
                     *         "last_used_from": "Example",
                     *         "expires_at": "2026-11-21T09:30:00.000Z",
                     *         "revoked_at": "2026-11-21T09:30:00.000Z",
                     *         "left": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            key_id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            domain: "test" | "live";
                            /**
                             * @description secret: for your server. public: for your pages; it can only initialize payments. Known values: `secret`, `public`.
                             * @enum {string}
                             */
                            kind: "secret" | "public";
                            /** @description The beginning and end of the key, to identify it. */
                            hint: string;
                            /** @description The scopes of a secret key. all: everything, including future scopes. A public key has none. */
                            scopes: ("transactions:read" | "transactions:write" | "transactions:export" | "refunds:read" | "refunds:write" | "customers:read" | "customers:write" | "payment_links:read" | "payment_links:write" | "dedicated_virtual_accounts:read" | "dedicated_virtual_accounts:write" | "deposits:read" | "splits:read" | "splits:write" | "balance:read" | "payouts:read" | "payouts:write" | "payouts:export" | "settlements:read" | "settlements:export" | "identity:read" | "identity:write" | "banks:read" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "settings:read" | "settings:write" | "sandbox:write" | "all")[];
                            /** @description The networks from which it works. Empty: every address. */
                            allowed_ips: string[];
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /** @description The email address of its creator. null: the service. */
                            made_by: string | null;
                            /**
                             * Format: date-time
                             * @description The last use, to the minute. null: never used. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            last_used_at: string | null;
                            /** @description The IP address of that request. */
                            last_used_from: string | null;
                            /**
                             * Format: date-time
                             * @description After a roll: when the old key stops working. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            expires_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was revoked. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            revoked_at: string | null;
                            /** @description How many keys of this kind are active in this mode. */
                            left: number;
                        };
                    };
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Calls at or after this time, or from this day in Lagos on. */
                from?: string;
                /** @description Calls before this time, or until the end of this day in Lagos. */
                to?: string;
                /** @description Calls with this method. */
                method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description A status such as `402`, or a class such as `4xx`. */
                status?: string;
                /** @description Calls of this key: its id. */
                key?: string;
                /** @description A request id, a reference or id of a record, an error code, or a part of the path. */
                q?: string;
                /** @description `next` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Requests",
                     *       "data": {
                     *         "requests": [
                     *           {
                     *             "id": "req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0",
                     *             "created_at": "2026-11-21T09:30:00.000Z",
                     *             "request_id": "5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11",
                     *             "method": "POST",
                     *             "path": "/api/v1/transactions/initialize",
                     *             "status": 200,
                     *             "error_code": "insufficient_balance",
                     *             "duration_ms": 4.2,
                     *             "key_id": "key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *             "replayed": true
                     *           }
                     *         ],
                     *         "next": "req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0",
                     *         "searched_to": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description Newest first. */
                            requests: {
                                /**
                                 * @description The id of this entry.
                                 * @example req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0
                                 */
                                id: string;
                                /**
                                 * Format: date-time
                                 * @description When the response was sent. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                created_at: string;
                                /**
                                 * @description `X-Request-Id` of the response.
                                 * @example 5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11
                                 */
                                request_id: string;
                                /**
                                 * @description The method.
                                 * @example POST
                                 */
                                method: string;
                                /**
                                 * @description Without the query.
                                 * @example /api/v1/transactions/initialize
                                 */
                                path: string;
                                /**
                                 * @description The HTTP status of the response.
                                 * @example 200
                                 */
                                status: number;
                                /**
                                 * @description The code of an error.
                                 * @example insufficient_balance
                                 */
                                error_code: string | null;
                                /**
                                 * @description How long the service took.
                                 * @example 4.2
                                 */
                                duration_ms: number;
                                /**
                                 * @description The key of the call.
                                 * @example key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                                 */
                                key_id: string;
                                /** @description The kept response of an earlier call was sent. */
                                replayed: boolean;
                            }[];
                            /**
                             * @description Send it as `cursor` to go on.
                             * @example req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0
                             */
                            next: string | null;
                            /**
                             * Format: date-time
                             * @description The search ended here, with older calls left. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            searched_to: string | null;
                        };
                    };
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Request found",
                     *       "data": {
                     *         "id": "req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "request_id": "5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11",
                     *         "method": "POST",
                     *         "path": "/api/v1/transactions/initialize",
                     *         "status": 200,
                     *         "error_code": "insufficient_balance",
                     *         "duration_ms": 4.2,
                     *         "key_id": "key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "replayed": true,
                     *         "records": [
                     *           "Example"
                     *         ],
                     *         "idempotency_key": "order-1042",
                     *         "user_agent": "shop/1.0",
                     *         "version": "2026-12-01",
                     *         "query": "Example",
                     *         "request_body": "Example",
                     *         "response_body": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description The id of this entry.
                             * @example req_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f_0
                             */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When the response was sent. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * @description `X-Request-Id` of the response.
                             * @example 5f0c6f0e-8a53-4c43-9d3f-0a4a1f0d6f11
                             */
                            request_id: string;
                            /**
                             * @description The method.
                             * @example POST
                             */
                            method: string;
                            /**
                             * @description Without the query.
                             * @example /api/v1/transactions/initialize
                             */
                            path: string;
                            /**
                             * @description The HTTP status of the response.
                             * @example 200
                             */
                            status: number;
                            /**
                             * @description The code of an error.
                             * @example insufficient_balance
                             */
                            error_code: string | null;
                            /**
                             * @description How long the service took.
                             * @example 4.2
                             */
                            duration_ms: number;
                            /**
                             * @description The key of the call.
                             * @example key_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                             */
                            key_id: string;
                            /** @description The kept response of an earlier call was sent. */
                            replayed: boolean;
                            /** @description References and ids that the call named. */
                            records: string[];
                            /**
                             * @description The `Idempotency-Key`.
                             * @example order-1042
                             */
                            idempotency_key: string | null;
                            /**
                             * @description The program that called.
                             * @example shop/1.0
                             */
                            user_agent: string | null;
                            /**
                             * @description The version of the API that it got.
                             * @example 2026-12-01
                             */
                            version: string | null;
                            /** @description What is kept of the query, as JSON. null: nothing. */
                            query: string | null;
                            /** @description What is kept of the request, as JSON. null: nothing. */
                            request_body: string | null;
                            /** @description What is kept of the response, as JSON. null: nothing. */
                            response_body: string | null;
                        };
                    };
                };
            };
        };
    };
    revealWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "webhook"
                 *     }
                 */
                "application/json": components["schemas"]["RevealWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Webhook secret",
                     *       "data": {
                     *         "secret": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    approveAccountChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the change.
                 * @example acc_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Change approved",
                     *       "data": {
                     *         "id": "acc_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "status": "waiting",
                     *         "from": {
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0123456789",
                     *           "account_name": "ADA EXAMPLE"
                     *         },
                     *         "to": {
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0123456789",
                     *           "account_name": "ADA EXAMPLE"
                     *         },
                     *         "asked_by": "ada@example.com",
                     *         "effective_at": "2026-11-21T09:30:00.000Z",
                     *         "decided_by": "bola@example.com",
                     *         "decided_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["AccountChange"];
                    };
                };
            };
        };
    };
    cancelAccountChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the change.
                 * @example acc_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                change_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Change cancelled",
                     *       "data": {
                     *         "id": "acc_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "subaccount_id": "sub_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "status": "waiting",
                     *         "from": {
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0123456789",
                     *           "account_name": "ADA EXAMPLE"
                     *         },
                     *         "to": {
                     *           "bank": {
                     *             "name": "Guaranty Trust Bank",
                     *             "code": "058"
                     *           },
                     *           "account_number": "0123456789",
                     *           "account_name": "ADA EXAMPLE"
                     *         },
                     *         "asked_by": "ada@example.com",
                     *         "effective_at": "2026-11-21T09:30:00.000Z",
                     *         "decided_by": "bola@example.com",
                     *         "decided_at": "2026-11-21T09:30:00.000Z",
                     *         "created_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["AccountChange"];
                    };
                };
            };
        };
    };
    getAccountChangeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Setting found",
                     *       "data": {
                     *         "four_eyes": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description true: a bank account change takes effect only when a second person approves it. false: after 24 hours, or when a second person approves it. */
                            four_eyes: boolean;
                        };
                    };
                };
            };
        };
    };
    updateAccountChangeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "four_eyes": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAccountChangeSettingsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Setting saved",
                     *       "data": {
                     *         "four_eyes": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description true: a bank account change takes effect only when a second person approves it. false: after 24 hours, or when a second person approves it. */
                            four_eyes: boolean;
                        };
                    };
                };
            };
        };
    };
    approvePayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the batch.
                 * @example pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "id": "pob_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "name": "Salaries of November",
                     *         "status": "checking",
                     *         "count": 2,
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "progress": {
                     *           "waiting": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "pending": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "success": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "failed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "reversed": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "not_sent": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           },
                     *           "cancelled": {
                     *             "count": 2,
                     *             "amount": 500000,
                     *             "stamp_duty": 0
                     *           }
                     *         },
                     *         "names": {
                     *           "pending": 0,
                     *           "found": 2,
                     *           "not_found": 0,
                     *           "unknown": 0
                     *         },
                     *         "repeated": 0,
                     *         "auto_send": true,
                     *         "made_by": "ada@example.com",
                     *         "approved_by": "bola@example.com",
                     *         "cancelled_by": "bola@example.com",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "checked_at": "2026-11-21T09:30:00.000Z",
                     *         "started_at": "2026-11-21T09:30:00.000Z",
                     *         "ended_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["PayoutBatch"];
                    };
                };
            };
        };
    };
    getPayoutApprovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Setting found",
                     *       "data": {
                     *         "require_payout_approval": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description true: a payout batch is sent only after a second person has approved it. Single payouts are not affected. */
                            require_payout_approval: boolean;
                        };
                    };
                };
            };
        };
    };
    updatePayoutApprovalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "require_payout_approval": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePayoutApprovalSettingsRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Setting saved",
                     *       "data": {
                     *         "require_payout_approval": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /** @description true: a payout batch is sent only after a second person has approved it. Single payouts are not affected. */
                            require_payout_approval: boolean;
                        };
                    };
                };
            };
        };
    };
    getActivation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Request found",
                     *       "data": {
                     *         "state": "not_asked",
                     *         "asked_at": "2026-11-21T09:30:00.000Z",
                     *         "decided_at": "2026-11-21T09:30:00.000Z",
                     *         "legal_name": "Example",
                     *         "registration_number": "Example",
                     *         "contact_phone": "Example",
                     *         "website": "Example",
                     *         "note": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                             * @enum {string}
                             */
                            state: "not_asked" | "asked" | "active" | "refused";
                            /**
                             * Format: date-time
                             * @description When live mode was last requested. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            asked_at: string | null;
                            /**
                             * Format: date-time
                             * @description When an operator decided. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            decided_at: string | null;
                            legal_name: string | null;
                            registration_number: string | null;
                            contact_phone: string | null;
                            website: string | null;
                            /** @description Why the request was rejected. */
                            note: string | null;
                        };
                    };
                };
            };
        };
    };
    requestActivation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "legal_name": "Example Stores Limited",
                 *       "registration_number": "RC1234567",
                 *       "contact_phone": "+2348000000000",
                 *       "website": "https://shop.example"
                 *     }
                 */
                "application/json": components["schemas"]["RequestActivationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Live mode requested",
                     *       "data": {
                     *         "state": "not_asked",
                     *         "asked_at": "2026-11-21T09:30:00.000Z",
                     *         "decided_at": "2026-11-21T09:30:00.000Z",
                     *         "legal_name": "Example",
                     *         "registration_number": "Example",
                     *         "contact_phone": "Example",
                     *         "website": "Example",
                     *         "note": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                             * @enum {string}
                             */
                            state: "not_asked" | "asked" | "active" | "refused";
                            /**
                             * Format: date-time
                             * @description When live mode was last requested. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            asked_at: string | null;
                            /**
                             * Format: date-time
                             * @description When an operator decided. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            decided_at: string | null;
                            legal_name: string | null;
                            registration_number: string | null;
                            contact_phone: string | null;
                            website: string | null;
                            /** @description Why the request was rejected. */
                            note: string | null;
                        };
                    };
                };
            };
        };
    };
    listBusinesses: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description Part of the name or email address, or the id. */
                q?: string;
                state?: "not_asked" | "asked" | "active" | "refused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Businesses found",
                     *       "data": [
                     *         {
                     *           "business_id": "Example",
                     *           "name": "Example",
                     *           "email": "Example",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *           "state": "not_asked",
                     *           "asked_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            business_id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When live mode was activated. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            live_activated_at: string | null;
                            /**
                             * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                             * @enum {string}
                             */
                            state: "not_asked" | "asked" | "active" | "refused";
                            /**
                             * Format: date-time
                             * @description When it requested live mode. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            asked_at: string | null;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    createBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Example",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBusinessRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Business created",
                     *       "data": {
                     *         "business_id": "Example",
                     *         "name": "Example",
                     *         "email": "Example",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *         "activation": {
                     *           "state": "not_asked",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "decided_at": "2026-11-21T09:30:00.000Z",
                     *           "legal_name": "Example",
                     *           "registration_number": "Example",
                     *           "contact_phone": "Example",
                     *           "website": "Example",
                     *           "note": "Example"
                     *         },
                     *         "modes": [
                     *           {
                     *             "domain": "test",
                     *             "fees": {
                     *               "checkout_fee_basis_points": 0,
                     *               "checkout_fee_flat": 0,
                     *               "checkout_fee_flat_from": 0,
                     *               "checkout_fee_max": 0,
                     *               "dedicated_fee_basis_points": 0,
                     *               "dedicated_fee_max": 0
                     *             },
                     *             "settings": {
                     *               "settlement": "instant",
                     *               "expiry_seconds": 0,
                     *               "accept_overpayment": true,
                     *               "require_signed_requests": true,
                     *               "receipts": true
                     *             },
                     *             "balances": {
                     *               "available": 0,
                     *               "pending": 0,
                     *               "unmatched": 0,
                     *               "fees": 0,
                     *               "vat": 0
                     *             },
                     *             "webhooks": [
                     *               {
                     *                 "which": "standard",
                     *                 "url": "Example",
                     *                 "failures": 0,
                     *                 "failing_since": "2026-11-21T09:30:00.000Z",
                     *                 "disabled_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            business_id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When live mode was activated. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            live_activated_at: string | null;
                            activation: {
                                /**
                                 * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                                 * @enum {string}
                                 */
                                state: "not_asked" | "asked" | "active" | "refused";
                                /**
                                 * Format: date-time
                                 * @description When live mode was last requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string | null;
                                /**
                                 * Format: date-time
                                 * @description When an operator decided. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                /** @description Why the request was rejected. */
                                note: string | null;
                            };
                            /** @description Includes live mode once it is active. */
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                domain: "test" | "live";
                                fees: {
                                    /** @description Percentage of a checkout payment. Basis points: 150 is 1.5 %. */
                                    checkout_fee_basis_points: number;
                                    /** @description Flat fee of a checkout payment. Kobo. */
                                    checkout_fee_flat: number;
                                    /** @description The flat fee applies from this amount. Kobo. */
                                    checkout_fee_flat_from: number;
                                    /** @description Maximum fee of a checkout payment. Kobo. */
                                    checkout_fee_max: number;
                                    /** @description Percentage of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                    dedicated_fee_basis_points: number;
                                    /** @description Maximum fee of a deposit. Kobo. */
                                    dedicated_fee_max: number;
                                };
                                settings: {
                                    /**
                                     * @description Known values: `instant`, `T+1`.
                                     * @enum {string}
                                     */
                                    settlement: "instant" | "T+1";
                                    expiry_seconds: number;
                                    accept_overpayment: boolean;
                                    require_signed_requests: boolean;
                                    receipts: boolean;
                                };
                                balances: {
                                    /** @description The available balance. Kobo. */
                                    available: number;
                                    /** @description Paid and not yet settled. Kobo. */
                                    pending: number;
                                    /** @description Received, and being returned to the senders. Kobo. */
                                    unmatched: number;
                                    /** @description The fees charged, without VAT. Kobo. */
                                    fees: number;
                                    /** @description The VAT on these fees. Kobo. */
                                    vat: number;
                                };
                                webhooks: {
                                    /**
                                     * @description Known values: `standard`, `dedicated_virtual_account`.
                                     * @enum {string}
                                     */
                                    which: "standard" | "dedicated_virtual_account";
                                    url: string | null;
                                    /** @description Failures since the last success. */
                                    failures: number;
                                    /**
                                     * Format: date-time
                                     * @description When it began to fail. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    failing_since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When it was turned off. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    disabled_at: string | null;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    getBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Business found",
                     *       "data": {
                     *         "business_id": "Example",
                     *         "name": "Example",
                     *         "email": "Example",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *         "activation": {
                     *           "state": "not_asked",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "decided_at": "2026-11-21T09:30:00.000Z",
                     *           "legal_name": "Example",
                     *           "registration_number": "Example",
                     *           "contact_phone": "Example",
                     *           "website": "Example",
                     *           "note": "Example"
                     *         },
                     *         "modes": [
                     *           {
                     *             "domain": "test",
                     *             "fees": {
                     *               "checkout_fee_basis_points": 0,
                     *               "checkout_fee_flat": 0,
                     *               "checkout_fee_flat_from": 0,
                     *               "checkout_fee_max": 0,
                     *               "dedicated_fee_basis_points": 0,
                     *               "dedicated_fee_max": 0
                     *             },
                     *             "settings": {
                     *               "settlement": "instant",
                     *               "expiry_seconds": 0,
                     *               "accept_overpayment": true,
                     *               "require_signed_requests": true,
                     *               "receipts": true
                     *             },
                     *             "balances": {
                     *               "available": 0,
                     *               "pending": 0,
                     *               "unmatched": 0,
                     *               "fees": 0,
                     *               "vat": 0
                     *             },
                     *             "webhooks": [
                     *               {
                     *                 "which": "standard",
                     *                 "url": "Example",
                     *                 "failures": 0,
                     *                 "failing_since": "2026-11-21T09:30:00.000Z",
                     *                 "disabled_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            business_id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When live mode was activated. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            live_activated_at: string | null;
                            activation: {
                                /**
                                 * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                                 * @enum {string}
                                 */
                                state: "not_asked" | "asked" | "active" | "refused";
                                /**
                                 * Format: date-time
                                 * @description When live mode was last requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string | null;
                                /**
                                 * Format: date-time
                                 * @description When an operator decided. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                /** @description Why the request was rejected. */
                                note: string | null;
                            };
                            /** @description Includes live mode once it is active. */
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                domain: "test" | "live";
                                fees: {
                                    /** @description Percentage of a checkout payment. Basis points: 150 is 1.5 %. */
                                    checkout_fee_basis_points: number;
                                    /** @description Flat fee of a checkout payment. Kobo. */
                                    checkout_fee_flat: number;
                                    /** @description The flat fee applies from this amount. Kobo. */
                                    checkout_fee_flat_from: number;
                                    /** @description Maximum fee of a checkout payment. Kobo. */
                                    checkout_fee_max: number;
                                    /** @description Percentage of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                    dedicated_fee_basis_points: number;
                                    /** @description Maximum fee of a deposit. Kobo. */
                                    dedicated_fee_max: number;
                                };
                                settings: {
                                    /**
                                     * @description Known values: `instant`, `T+1`.
                                     * @enum {string}
                                     */
                                    settlement: "instant" | "T+1";
                                    expiry_seconds: number;
                                    accept_overpayment: boolean;
                                    require_signed_requests: boolean;
                                    receipts: boolean;
                                };
                                balances: {
                                    /** @description The available balance. Kobo. */
                                    available: number;
                                    /** @description Paid and not yet settled. Kobo. */
                                    pending: number;
                                    /** @description Received, and being returned to the senders. Kobo. */
                                    unmatched: number;
                                    /** @description The fees charged, without VAT. Kobo. */
                                    fees: number;
                                    /** @description The VAT on these fees. Kobo. */
                                    vat: number;
                                };
                                webhooks: {
                                    /**
                                     * @description Known values: `standard`, `dedicated_virtual_account`.
                                     * @enum {string}
                                     */
                                    which: "standard" | "dedicated_virtual_account";
                                    url: string | null;
                                    /** @description Failures since the last success. */
                                    failures: number;
                                    /**
                                     * Format: date-time
                                     * @description When it began to fail. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    failing_since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When it was turned off. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    disabled_at: string | null;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    activateBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                business_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Done",
                     *       "data": {
                     *         "business_id": "Example",
                     *         "name": "Example",
                     *         "email": "Example",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *         "activation": {
                     *           "state": "not_asked",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "decided_at": "2026-11-21T09:30:00.000Z",
                     *           "legal_name": "Example",
                     *           "registration_number": "Example",
                     *           "contact_phone": "Example",
                     *           "website": "Example",
                     *           "note": "Example"
                     *         },
                     *         "modes": [
                     *           {
                     *             "domain": "test",
                     *             "fees": {
                     *               "checkout_fee_basis_points": 0,
                     *               "checkout_fee_flat": 0,
                     *               "checkout_fee_flat_from": 0,
                     *               "checkout_fee_max": 0,
                     *               "dedicated_fee_basis_points": 0,
                     *               "dedicated_fee_max": 0
                     *             },
                     *             "settings": {
                     *               "settlement": "instant",
                     *               "expiry_seconds": 0,
                     *               "accept_overpayment": true,
                     *               "require_signed_requests": true,
                     *               "receipts": true
                     *             },
                     *             "balances": {
                     *               "available": 0,
                     *               "pending": 0,
                     *               "unmatched": 0,
                     *               "fees": 0,
                     *               "vat": 0
                     *             },
                     *             "webhooks": [
                     *               {
                     *                 "which": "standard",
                     *                 "url": "Example",
                     *                 "failures": 0,
                     *                 "failing_since": "2026-11-21T09:30:00.000Z",
                     *                 "disabled_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "live_rail": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            business_id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When live mode was activated. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            live_activated_at: string | null;
                            activation: {
                                /**
                                 * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                                 * @enum {string}
                                 */
                                state: "not_asked" | "asked" | "active" | "refused";
                                /**
                                 * Format: date-time
                                 * @description When live mode was last requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string | null;
                                /**
                                 * Format: date-time
                                 * @description When an operator decided. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                /** @description Why the request was rejected. */
                                note: string | null;
                            };
                            /** @description Includes live mode once it is active. */
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                domain: "test" | "live";
                                fees: {
                                    /** @description Percentage of a checkout payment. Basis points: 150 is 1.5 %. */
                                    checkout_fee_basis_points: number;
                                    /** @description Flat fee of a checkout payment. Kobo. */
                                    checkout_fee_flat: number;
                                    /** @description The flat fee applies from this amount. Kobo. */
                                    checkout_fee_flat_from: number;
                                    /** @description Maximum fee of a checkout payment. Kobo. */
                                    checkout_fee_max: number;
                                    /** @description Percentage of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                    dedicated_fee_basis_points: number;
                                    /** @description Maximum fee of a deposit. Kobo. */
                                    dedicated_fee_max: number;
                                };
                                settings: {
                                    /**
                                     * @description Known values: `instant`, `T+1`.
                                     * @enum {string}
                                     */
                                    settlement: "instant" | "T+1";
                                    expiry_seconds: number;
                                    accept_overpayment: boolean;
                                    require_signed_requests: boolean;
                                    receipts: boolean;
                                };
                                balances: {
                                    /** @description The available balance. Kobo. */
                                    available: number;
                                    /** @description Paid and not yet settled. Kobo. */
                                    pending: number;
                                    /** @description Received, and being returned to the senders. Kobo. */
                                    unmatched: number;
                                    /** @description The fees charged, without VAT. Kobo. */
                                    fees: number;
                                    /** @description The VAT on these fees. Kobo. */
                                    vat: number;
                                };
                                webhooks: {
                                    /**
                                     * @description Known values: `standard`, `dedicated_virtual_account`.
                                     * @enum {string}
                                     */
                                    which: "standard" | "dedicated_virtual_account";
                                    url: string | null;
                                    /** @description Failures since the last success. */
                                    failures: number;
                                    /**
                                     * Format: date-time
                                     * @description When it began to fail. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    failing_since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When it was turned off. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    disabled_at: string | null;
                                }[];
                            }[];
                            /** @description false: no live provider is configured, and live calls are rejected until one is. */
                            live_rail: boolean;
                        };
                    };
                };
            };
        };
    };
    refuseActivation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                business_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["RefuseActivationRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Live mode request rejected",
                     *       "data": {
                     *         "business_id": "Example",
                     *         "name": "Example",
                     *         "email": "Example",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *         "activation": {
                     *           "state": "not_asked",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "decided_at": "2026-11-21T09:30:00.000Z",
                     *           "legal_name": "Example",
                     *           "registration_number": "Example",
                     *           "contact_phone": "Example",
                     *           "website": "Example",
                     *           "note": "Example"
                     *         },
                     *         "modes": [
                     *           {
                     *             "domain": "test",
                     *             "fees": {
                     *               "checkout_fee_basis_points": 0,
                     *               "checkout_fee_flat": 0,
                     *               "checkout_fee_flat_from": 0,
                     *               "checkout_fee_max": 0,
                     *               "dedicated_fee_basis_points": 0,
                     *               "dedicated_fee_max": 0
                     *             },
                     *             "settings": {
                     *               "settlement": "instant",
                     *               "expiry_seconds": 0,
                     *               "accept_overpayment": true,
                     *               "require_signed_requests": true,
                     *               "receipts": true
                     *             },
                     *             "balances": {
                     *               "available": 0,
                     *               "pending": 0,
                     *               "unmatched": 0,
                     *               "fees": 0,
                     *               "vat": 0
                     *             },
                     *             "webhooks": [
                     *               {
                     *                 "which": "standard",
                     *                 "url": "Example",
                     *                 "failures": 0,
                     *                 "failing_since": "2026-11-21T09:30:00.000Z",
                     *                 "disabled_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            business_id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When live mode was activated. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            live_activated_at: string | null;
                            activation: {
                                /**
                                 * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                                 * @enum {string}
                                 */
                                state: "not_asked" | "asked" | "active" | "refused";
                                /**
                                 * Format: date-time
                                 * @description When live mode was last requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string | null;
                                /**
                                 * Format: date-time
                                 * @description When an operator decided. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                /** @description Why the request was rejected. */
                                note: string | null;
                            };
                            /** @description Includes live mode once it is active. */
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                domain: "test" | "live";
                                fees: {
                                    /** @description Percentage of a checkout payment. Basis points: 150 is 1.5 %. */
                                    checkout_fee_basis_points: number;
                                    /** @description Flat fee of a checkout payment. Kobo. */
                                    checkout_fee_flat: number;
                                    /** @description The flat fee applies from this amount. Kobo. */
                                    checkout_fee_flat_from: number;
                                    /** @description Maximum fee of a checkout payment. Kobo. */
                                    checkout_fee_max: number;
                                    /** @description Percentage of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                    dedicated_fee_basis_points: number;
                                    /** @description Maximum fee of a deposit. Kobo. */
                                    dedicated_fee_max: number;
                                };
                                settings: {
                                    /**
                                     * @description Known values: `instant`, `T+1`.
                                     * @enum {string}
                                     */
                                    settlement: "instant" | "T+1";
                                    expiry_seconds: number;
                                    accept_overpayment: boolean;
                                    require_signed_requests: boolean;
                                    receipts: boolean;
                                };
                                balances: {
                                    /** @description The available balance. Kobo. */
                                    available: number;
                                    /** @description Paid and not yet settled. Kobo. */
                                    pending: number;
                                    /** @description Received, and being returned to the senders. Kobo. */
                                    unmatched: number;
                                    /** @description The fees charged, without VAT. Kobo. */
                                    fees: number;
                                    /** @description The VAT on these fees. Kobo. */
                                    vat: number;
                                };
                                webhooks: {
                                    /**
                                     * @description Known values: `standard`, `dedicated_virtual_account`.
                                     * @enum {string}
                                     */
                                    which: "standard" | "dedicated_virtual_account";
                                    url: string | null;
                                    /** @description Failures since the last success. */
                                    failures: number;
                                    /**
                                     * Format: date-time
                                     * @description When it began to fail. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    failing_since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When it was turned off. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    disabled_at: string | null;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    updateBusinessFees: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                business_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "test",
                 *       "checkout_fee_basis_points": 0,
                 *       "checkout_fee_flat": 0,
                 *       "checkout_fee_flat_from": 0,
                 *       "checkout_fee_max": 0,
                 *       "dedicated_fee_basis_points": 0,
                 *       "dedicated_fee_max": 0
                 *     }
                 */
                "application/json": components["schemas"]["UpdateBusinessFeesRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Fees changed",
                     *       "data": {
                     *         "business_id": "Example",
                     *         "name": "Example",
                     *         "email": "Example",
                     *         "created_at": "2026-11-21T09:30:00.000Z",
                     *         "live_activated_at": "2026-11-21T09:30:00.000Z",
                     *         "activation": {
                     *           "state": "not_asked",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "decided_at": "2026-11-21T09:30:00.000Z",
                     *           "legal_name": "Example",
                     *           "registration_number": "Example",
                     *           "contact_phone": "Example",
                     *           "website": "Example",
                     *           "note": "Example"
                     *         },
                     *         "modes": [
                     *           {
                     *             "domain": "test",
                     *             "fees": {
                     *               "checkout_fee_basis_points": 0,
                     *               "checkout_fee_flat": 0,
                     *               "checkout_fee_flat_from": 0,
                     *               "checkout_fee_max": 0,
                     *               "dedicated_fee_basis_points": 0,
                     *               "dedicated_fee_max": 0
                     *             },
                     *             "settings": {
                     *               "settlement": "instant",
                     *               "expiry_seconds": 0,
                     *               "accept_overpayment": true,
                     *               "require_signed_requests": true,
                     *               "receipts": true
                     *             },
                     *             "balances": {
                     *               "available": 0,
                     *               "pending": 0,
                     *               "unmatched": 0,
                     *               "fees": 0,
                     *               "vat": 0
                     *             },
                     *             "webhooks": [
                     *               {
                     *                 "which": "standard",
                     *                 "url": "Example",
                     *                 "failures": 0,
                     *                 "failing_since": "2026-11-21T09:30:00.000Z",
                     *                 "disabled_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            business_id: string;
                            name: string;
                            email: string;
                            /**
                             * Format: date-time
                             * @description When it was created. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When live mode was activated. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            live_activated_at: string | null;
                            activation: {
                                /**
                                 * @description Known values: `not_asked`, `asked`, `active`, `refused`.
                                 * @enum {string}
                                 */
                                state: "not_asked" | "asked" | "active" | "refused";
                                /**
                                 * Format: date-time
                                 * @description When live mode was last requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string | null;
                                /**
                                 * Format: date-time
                                 * @description When an operator decided. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                /** @description Why the request was rejected. */
                                note: string | null;
                            };
                            /** @description Includes live mode once it is active. */
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                domain: "test" | "live";
                                fees: {
                                    /** @description Percentage of a checkout payment. Basis points: 150 is 1.5 %. */
                                    checkout_fee_basis_points: number;
                                    /** @description Flat fee of a checkout payment. Kobo. */
                                    checkout_fee_flat: number;
                                    /** @description The flat fee applies from this amount. Kobo. */
                                    checkout_fee_flat_from: number;
                                    /** @description Maximum fee of a checkout payment. Kobo. */
                                    checkout_fee_max: number;
                                    /** @description Percentage of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                    dedicated_fee_basis_points: number;
                                    /** @description Maximum fee of a deposit. Kobo. */
                                    dedicated_fee_max: number;
                                };
                                settings: {
                                    /**
                                     * @description Known values: `instant`, `T+1`.
                                     * @enum {string}
                                     */
                                    settlement: "instant" | "T+1";
                                    expiry_seconds: number;
                                    accept_overpayment: boolean;
                                    require_signed_requests: boolean;
                                    receipts: boolean;
                                };
                                balances: {
                                    /** @description The available balance. Kobo. */
                                    available: number;
                                    /** @description Paid and not yet settled. Kobo. */
                                    pending: number;
                                    /** @description Received, and being returned to the senders. Kobo. */
                                    unmatched: number;
                                    /** @description The fees charged, without VAT. Kobo. */
                                    fees: number;
                                    /** @description The VAT on these fees. Kobo. */
                                    vat: number;
                                };
                                webhooks: {
                                    /**
                                     * @description Known values: `standard`, `dedicated_virtual_account`.
                                     * @enum {string}
                                     */
                                    which: "standard" | "dedicated_virtual_account";
                                    url: string | null;
                                    /** @description Failures since the last success. */
                                    failures: number;
                                    /**
                                     * Format: date-time
                                     * @description When it began to fail. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    failing_since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When it was turned off. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    disabled_at: string | null;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
    };
    listRails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Rails found",
                     *       "data": [
                     *         {
                     *           "mode": "test",
                     *           "name": "Example",
                     *           "is_current": true,
                     *           "can_switch": true,
                     *           "state": "up",
                     *           "capabilities": [
                     *             "one_off_accounts"
                     *           ],
                     *           "off": [
                     *             {
                     *               "stops": "new",
                     *               "business_id": "Example",
                     *               "business_name": "Example",
                     *               "reason": "Example",
                     *               "off_by": "Example",
                     *               "off_at": "2026-11-21T09:30:00.000Z"
                     *             }
                     *           ],
                     *           "balance": {
                     *             "available": 0,
                     *             "read_at": "Example",
                     *             "failed_at": "Example",
                     *             "floor": 0
                     *           },
                     *           "oldest_unknown": {
                     *             "what": "payout",
                     *             "id": "Example",
                     *             "business_id": "Example",
                     *             "since": "2026-11-21T09:30:00.000Z"
                     *           },
                     *           "last_notification_at": "Example",
                     *           "margins": [
                     *             {
                     *               "day": "Example",
                     *               "fees": 0,
                     *               "cost": 0
                     *             }
                     *           ],
                     *           "alarms": [
                     *             {
                     *               "kind": "balance_below_floor",
                     *               "detail": "Example",
                     *               "began_at": "2026-11-21T09:30:00.000Z"
                     *             }
                     *           ],
                     *           "rails": [
                     *             {
                     *               "rail": "bank",
                     *               "state": "up",
                     *               "last_success_at": "Example",
                     *               "last_failure_at": "Example",
                     *               "last_failure": "down",
                     *               "last_hour": {
                     *                 "calls": 0,
                     *                 "failures": 0,
                     *                 "down": 0,
                     *                 "unknown": 0,
                     *                 "threw": 0,
                     *                 "unanswered": 0,
                     *                 "p50_ms": 0,
                     *                 "p95_ms": 0
                     *               },
                     *               "windows": [
                     *                 {
                     *                   "start": "2026-11-21T09:30:00.000Z",
                     *                   "calls": 0,
                     *                   "failures": 0,
                     *                   "down": 0,
                     *                   "unknown": 0,
                     *                   "threw": 0,
                     *                   "unanswered": 0,
                     *                   "p50_ms": 0,
                     *                   "p95_ms": 0
                     *                 }
                     *               ],
                     *               "waiting": [
                     *                 {
                     *                   "what": "Example",
                     *                   "count": 0
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            mode: "test" | "live";
                            name: string;
                            /** @description false: kept only for its existing payments. */
                            is_current: boolean;
                            /** @description false if it only sends mail. */
                            can_switch: boolean;
                            /**
                             * @description Over the last ten minutes: failing from 5 % failures, down from 50 %. missing: no longer configured, but still needed by existing payments. Known values: `up`, `failing`, `down`, `quiet`, `missing`.
                             * @enum {string}
                             */
                            state: "up" | "failing" | "down" | "quiet" | "missing";
                            capabilities: ("one_off_accounts" | "permanent_accounts" | "name_enquiry" | "payouts" | "returns" | "identity" | "card" | "hosted_card" | "mail")[];
                            /** @description Where it is switched off for new calls. Existing payments stay with it. */
                            off: {
                                /**
                                 * @description new: new calls only. outgoing: payouts, refunds, returns and reversals, including those in progress, which wait. Known values: `new`, `outgoing`.
                                 * @enum {string}
                                 */
                                stops: "new" | "outgoing";
                                /** @description null: for all businesses. */
                                business_id: string | null;
                                business_name: string | null;
                                reason: string;
                                /** @description The email address of an operator. */
                                off_by: string;
                                /**
                                 * Format: date-time
                                 * @description When this began. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                off_at: string;
                            }[];
                            balance: {
                                /** @description What can be paid out; null: not reported yet. Kobo. */
                                available: number | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                read_at: string | null;
                                /** @description When the provider stopped reporting it. */
                                failed_at: string | null;
                                /** @description Operators are notified below this. Kobo. */
                                floor: number | null;
                            } | null;
                            oldest_unknown: {
                                /**
                                 * @description Known values: `payout`, `charge`, `refund`, `return`, `verification`.
                                 * @enum {string}
                                 */
                                what: "payout" | "charge" | "refund" | "return" | "verification";
                                id: string;
                                business_id: string;
                                /**
                                 * Format: date-time
                                 * @description When it was requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                since: string;
                            } | null;
                            /** @description Its last notification. Test mode stores none. */
                            last_notification_at: string | null;
                            /** @description The last 30 days, oldest first. */
                            margins: {
                                /** @description The day in Lagos, such as 2026-11-23. */
                                day: string;
                                /** @description Fees paid by businesses, without VAT. Kobo. */
                                fees: number;
                                /** @description Fees charged by the provider. Kobo. */
                                cost: number;
                            }[];
                            /** @description Open alarms. */
                            alarms: {
                                /**
                                 * @description Known values: `balance_below_floor`, `unknown_for_long`, `notification_unread`, `statement_not_matching`, `credentials_refused`.
                                 * @enum {string}
                                 */
                                kind: "balance_below_floor" | "unknown_for_long" | "notification_unread" | "statement_not_matching" | "credentials_refused";
                                detail: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                began_at: string;
                            }[];
                            rails: {
                                /**
                                 * @description Known values: `bank`, `card`, `identity`, `message`.
                                 * @enum {string}
                                 */
                                rail: "bank" | "card" | "identity" | "message";
                                /**
                                 * @description Over the last ten minutes: failing from 5 % failures, down from 50 %. missing: no longer configured, but still needed by existing payments. Known values: `up`, `failing`, `down`, `quiet`, `missing`.
                                 * @enum {string}
                                 */
                                state: "up" | "failing" | "down" | "quiet" | "missing";
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_success_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_failure_at: string | null;
                                /**
                                 * @description Known values: `down`, `unknown`, `threw`.
                                 * @enum {string|null}
                                 */
                                last_failure: "down" | "unknown" | "threw" | null;
                                last_hour: {
                                    calls: number;
                                    /** @description The sum of down, unknown and threw. */
                                    failures: number;
                                    /** @description The provider reported that it is down. */
                                    down: number;
                                    /** @description Timed out. */
                                    unknown: number;
                                    /** @description An error in our adapter. */
                                    threw: number;
                                    /** @description Calls in progress. */
                                    unanswered: number;
                                    p50_ms: number | null;
                                    /** @description Rounded up by at most a quarter. */
                                    p95_ms: number | null;
                                };
                                windows: {
                                    /**
                                     * Format: date-time
                                     * @description The start of the window. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    start: string;
                                    calls: number;
                                    /** @description The sum of down, unknown and threw. */
                                    failures: number;
                                    /** @description The provider reported that it is down. */
                                    down: number;
                                    /** @description Timed out. */
                                    unknown: number;
                                    /** @description An error in our adapter. */
                                    threw: number;
                                    /** @description Calls in progress. */
                                    unanswered: number;
                                    p50_ms: number | null;
                                    /** @description Rounded up by at most a quarter. */
                                    p95_ms: number | null;
                                }[];
                                /** @description Of a missing provider: what waits until it is configured again. */
                                waiting: {
                                    what: string;
                                    count: number;
                                }[];
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    switchRail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                rail: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "test",
                 *       "is_on": true,
                 *       "stops": "new",
                 *       "business_id": "Example",
                 *       "reason": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["SwitchRailRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Provider switched",
                     *       "data": [
                     *         {
                     *           "mode": "test",
                     *           "name": "Example",
                     *           "is_current": true,
                     *           "can_switch": true,
                     *           "state": "up",
                     *           "capabilities": [
                     *             "one_off_accounts"
                     *           ],
                     *           "off": [
                     *             {
                     *               "stops": "new",
                     *               "business_id": "Example",
                     *               "business_name": "Example",
                     *               "reason": "Example",
                     *               "off_by": "Example",
                     *               "off_at": "2026-11-21T09:30:00.000Z"
                     *             }
                     *           ],
                     *           "balance": {
                     *             "available": 0,
                     *             "read_at": "Example",
                     *             "failed_at": "Example",
                     *             "floor": 0
                     *           },
                     *           "oldest_unknown": {
                     *             "what": "payout",
                     *             "id": "Example",
                     *             "business_id": "Example",
                     *             "since": "2026-11-21T09:30:00.000Z"
                     *           },
                     *           "last_notification_at": "Example",
                     *           "margins": [
                     *             {
                     *               "day": "Example",
                     *               "fees": 0,
                     *               "cost": 0
                     *             }
                     *           ],
                     *           "alarms": [
                     *             {
                     *               "kind": "balance_below_floor",
                     *               "detail": "Example",
                     *               "began_at": "2026-11-21T09:30:00.000Z"
                     *             }
                     *           ],
                     *           "rails": [
                     *             {
                     *               "rail": "bank",
                     *               "state": "up",
                     *               "last_success_at": "Example",
                     *               "last_failure_at": "Example",
                     *               "last_failure": "down",
                     *               "last_hour": {
                     *                 "calls": 0,
                     *                 "failures": 0,
                     *                 "down": 0,
                     *                 "unknown": 0,
                     *                 "threw": 0,
                     *                 "unanswered": 0,
                     *                 "p50_ms": 0,
                     *                 "p95_ms": 0
                     *               },
                     *               "windows": [
                     *                 {
                     *                   "start": "2026-11-21T09:30:00.000Z",
                     *                   "calls": 0,
                     *                   "failures": 0,
                     *                   "down": 0,
                     *                   "unknown": 0,
                     *                   "threw": 0,
                     *                   "unanswered": 0,
                     *                   "p50_ms": 0,
                     *                   "p95_ms": 0
                     *                 }
                     *               ],
                     *               "waiting": [
                     *                 {
                     *                   "what": "Example",
                     *                   "count": 0
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            mode: "test" | "live";
                            name: string;
                            /** @description false: kept only for its existing payments. */
                            is_current: boolean;
                            /** @description false if it only sends mail. */
                            can_switch: boolean;
                            /**
                             * @description Over the last ten minutes: failing from 5 % failures, down from 50 %. missing: no longer configured, but still needed by existing payments. Known values: `up`, `failing`, `down`, `quiet`, `missing`.
                             * @enum {string}
                             */
                            state: "up" | "failing" | "down" | "quiet" | "missing";
                            capabilities: ("one_off_accounts" | "permanent_accounts" | "name_enquiry" | "payouts" | "returns" | "identity" | "card" | "hosted_card" | "mail")[];
                            /** @description Where it is switched off for new calls. Existing payments stay with it. */
                            off: {
                                /**
                                 * @description new: new calls only. outgoing: payouts, refunds, returns and reversals, including those in progress, which wait. Known values: `new`, `outgoing`.
                                 * @enum {string}
                                 */
                                stops: "new" | "outgoing";
                                /** @description null: for all businesses. */
                                business_id: string | null;
                                business_name: string | null;
                                reason: string;
                                /** @description The email address of an operator. */
                                off_by: string;
                                /**
                                 * Format: date-time
                                 * @description When this began. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                off_at: string;
                            }[];
                            balance: {
                                /** @description What can be paid out; null: not reported yet. Kobo. */
                                available: number | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                read_at: string | null;
                                /** @description When the provider stopped reporting it. */
                                failed_at: string | null;
                                /** @description Operators are notified below this. Kobo. */
                                floor: number | null;
                            } | null;
                            oldest_unknown: {
                                /**
                                 * @description Known values: `payout`, `charge`, `refund`, `return`, `verification`.
                                 * @enum {string}
                                 */
                                what: "payout" | "charge" | "refund" | "return" | "verification";
                                id: string;
                                business_id: string;
                                /**
                                 * Format: date-time
                                 * @description When it was requested. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                since: string;
                            } | null;
                            /** @description Its last notification. Test mode stores none. */
                            last_notification_at: string | null;
                            /** @description The last 30 days, oldest first. */
                            margins: {
                                /** @description The day in Lagos, such as 2026-11-23. */
                                day: string;
                                /** @description Fees paid by businesses, without VAT. Kobo. */
                                fees: number;
                                /** @description Fees charged by the provider. Kobo. */
                                cost: number;
                            }[];
                            /** @description Open alarms. */
                            alarms: {
                                /**
                                 * @description Known values: `balance_below_floor`, `unknown_for_long`, `notification_unread`, `statement_not_matching`, `credentials_refused`.
                                 * @enum {string}
                                 */
                                kind: "balance_below_floor" | "unknown_for_long" | "notification_unread" | "statement_not_matching" | "credentials_refused";
                                detail: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                began_at: string;
                            }[];
                            rails: {
                                /**
                                 * @description Known values: `bank`, `card`, `identity`, `message`.
                                 * @enum {string}
                                 */
                                rail: "bank" | "card" | "identity" | "message";
                                /**
                                 * @description Over the last ten minutes: failing from 5 % failures, down from 50 %. missing: no longer configured, but still needed by existing payments. Known values: `up`, `failing`, `down`, `quiet`, `missing`.
                                 * @enum {string}
                                 */
                                state: "up" | "failing" | "down" | "quiet" | "missing";
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_success_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_failure_at: string | null;
                                /**
                                 * @description Known values: `down`, `unknown`, `threw`.
                                 * @enum {string|null}
                                 */
                                last_failure: "down" | "unknown" | "threw" | null;
                                last_hour: {
                                    calls: number;
                                    /** @description The sum of down, unknown and threw. */
                                    failures: number;
                                    /** @description The provider reported that it is down. */
                                    down: number;
                                    /** @description Timed out. */
                                    unknown: number;
                                    /** @description An error in our adapter. */
                                    threw: number;
                                    /** @description Calls in progress. */
                                    unanswered: number;
                                    p50_ms: number | null;
                                    /** @description Rounded up by at most a quarter. */
                                    p95_ms: number | null;
                                };
                                windows: {
                                    /**
                                     * Format: date-time
                                     * @description The start of the window. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    start: string;
                                    calls: number;
                                    /** @description The sum of down, unknown and threw. */
                                    failures: number;
                                    /** @description The provider reported that it is down. */
                                    down: number;
                                    /** @description Timed out. */
                                    unknown: number;
                                    /** @description An error in our adapter. */
                                    threw: number;
                                    /** @description Calls in progress. */
                                    unanswered: number;
                                    p50_ms: number | null;
                                    /** @description Rounded up by at most a quarter. */
                                    p95_ms: number | null;
                                }[];
                                /** @description Of a missing provider: what waits until it is configured again. */
                                waiting: {
                                    what: string;
                                    count: number;
                                }[];
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    getRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Recovery mode found",
                     *       "data": {
                     *         "recovery": {
                     *           "reason": "asked_for",
                     *           "restored_to": "2026-11-21T09:30:00.000Z",
                     *           "entered_at": "2026-11-21T09:30:00.000Z",
                     *           "ended_at": "Example",
                     *           "ended_by": "Example",
                     *           "end_reason": "Example"
                     *         },
                     *         "rails": [
                     *           {
                     *             "mode": "test",
                     *             "rail": "Example",
                     *             "has_statements": true,
                     *             "uncovered": [
                     *               {
                     *                 "from": "2026-11-21T09:30:00.000Z",
                     *                 "to": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "blocked_by": "Example",
                     *         "waiting": [
                     *           {
                     *             "what": "Example",
                     *             "count": 0
                     *           }
                     *         ],
                     *         "debits": [
                     *           {
                     *             "mode": "test",
                     *             "rail": "Example",
                     *             "session_id": "Example",
                     *             "account_number": "Example",
                     *             "amount": 0,
                     *             "occurred_at": "2026-11-21T09:30:00.000Z",
                     *             "payouts": [
                     *               {
                     *                 "id": "Example",
                     *                 "business_id": "Example",
                     *                 "reference": "Example",
                     *                 "account_name": "Example",
                     *                 "created_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "stopped": [
                     *           {
                     *             "mode": "test",
                     *             "business_id": "Example",
                     *             "business_name": "Example",
                     *             "reason": "Example",
                     *             "off_by": "Example",
                     *             "off_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            recovery: {
                                /**
                                 * @description Known values: `asked_for`, `other_server`, `other_timeline`, `older_copy`, `commits_missing`.
                                 * @enum {string}
                                 */
                                reason: "asked_for" | "other_server" | "other_timeline" | "older_copy" | "commits_missing";
                                /**
                                 * Format: date-time
                                 * @description The restore point: the database has nothing from after it. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                restored_to: string;
                                /**
                                 * Format: date-time
                                 * @description When recovery mode began. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                entered_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                ended_at: string | null;
                                ended_by: string | null;
                                end_reason: string | null;
                            } | null;
                            rails: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                rail: string;
                                /** @description false: it cannot be queried for them. */
                                has_statements: boolean;
                                /** @description Periods that no statement covers. */
                                uncovered: {
                                    /**
                                     * Format: date-time
                                     * @description The start. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    from: string;
                                    /**
                                     * Format: date-time
                                     * @description The end. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    to: string;
                                }[];
                            }[];
                            /** @description Why it cannot be released; null: it can. */
                            blocked_by: string | null;
                            waiting: {
                                what: string;
                                count: number;
                            }[];
                            /** @description Transfers after the restore point that match no payout, not decided yet. */
                            debits: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                rail: string;
                                session_id: string;
                                /** @description Empty: the statement does not say. */
                                account_number: string;
                                /** @description Kobo. */
                                amount: number;
                                /**
                                 * Format: date-time
                                 * @description At the bank. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                occurred_at: string;
                                /** @description Waiting payouts of this amount to this account. */
                                payouts: {
                                    id: string;
                                    business_id: string;
                                    reference: string;
                                    account_name: string;
                                    /**
                                     * Format: date-time
                                     * @description When it was requested. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    created_at: string;
                                }[];
                            }[];
                            /** @description Where money out is stopped: `switchRail` with the rail `*`. */
                            stopped: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                /** @description null: for all businesses. */
                                business_id: string | null;
                                business_name: string | null;
                                reason: string;
                                /** @description The email address of an operator. */
                                off_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it was stopped. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                off_at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    releaseRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseRecoveryRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Recovery mode ended",
                     *       "data": {
                     *         "recovery": {
                     *           "reason": "asked_for",
                     *           "restored_to": "2026-11-21T09:30:00.000Z",
                     *           "entered_at": "2026-11-21T09:30:00.000Z",
                     *           "ended_at": "Example",
                     *           "ended_by": "Example",
                     *           "end_reason": "Example"
                     *         },
                     *         "rails": [
                     *           {
                     *             "mode": "test",
                     *             "rail": "Example",
                     *             "has_statements": true,
                     *             "uncovered": [
                     *               {
                     *                 "from": "2026-11-21T09:30:00.000Z",
                     *                 "to": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "blocked_by": "Example",
                     *         "waiting": [
                     *           {
                     *             "what": "Example",
                     *             "count": 0
                     *           }
                     *         ],
                     *         "debits": [
                     *           {
                     *             "mode": "test",
                     *             "rail": "Example",
                     *             "session_id": "Example",
                     *             "account_number": "Example",
                     *             "amount": 0,
                     *             "occurred_at": "2026-11-21T09:30:00.000Z",
                     *             "payouts": [
                     *               {
                     *                 "id": "Example",
                     *                 "business_id": "Example",
                     *                 "reference": "Example",
                     *                 "account_name": "Example",
                     *                 "created_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "stopped": [
                     *           {
                     *             "mode": "test",
                     *             "business_id": "Example",
                     *             "business_name": "Example",
                     *             "reason": "Example",
                     *             "off_by": "Example",
                     *             "off_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            recovery: {
                                /**
                                 * @description Known values: `asked_for`, `other_server`, `other_timeline`, `older_copy`, `commits_missing`.
                                 * @enum {string}
                                 */
                                reason: "asked_for" | "other_server" | "other_timeline" | "older_copy" | "commits_missing";
                                /**
                                 * Format: date-time
                                 * @description The restore point: the database has nothing from after it. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                restored_to: string;
                                /**
                                 * Format: date-time
                                 * @description When recovery mode began. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                entered_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                ended_at: string | null;
                                ended_by: string | null;
                                end_reason: string | null;
                            } | null;
                            rails: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                rail: string;
                                /** @description false: it cannot be queried for them. */
                                has_statements: boolean;
                                /** @description Periods that no statement covers. */
                                uncovered: {
                                    /**
                                     * Format: date-time
                                     * @description The start. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    from: string;
                                    /**
                                     * Format: date-time
                                     * @description The end. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    to: string;
                                }[];
                            }[];
                            /** @description Why it cannot be released; null: it can. */
                            blocked_by: string | null;
                            waiting: {
                                what: string;
                                count: number;
                            }[];
                            /** @description Transfers after the restore point that match no payout, not decided yet. */
                            debits: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                rail: string;
                                session_id: string;
                                /** @description Empty: the statement does not say. */
                                account_number: string;
                                /** @description Kobo. */
                                amount: number;
                                /**
                                 * Format: date-time
                                 * @description At the bank. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                occurred_at: string;
                                /** @description Waiting payouts of this amount to this account. */
                                payouts: {
                                    id: string;
                                    business_id: string;
                                    reference: string;
                                    account_name: string;
                                    /**
                                     * Format: date-time
                                     * @description When it was requested. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    created_at: string;
                                }[];
                            }[];
                            /** @description Where money out is stopped: `switchRail` with the rail `*`. */
                            stopped: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                /** @description null: for all businesses. */
                                business_id: string | null;
                                business_name: string | null;
                                reason: string;
                                /** @description The email address of an operator. */
                                off_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it was stopped. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                off_at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    decideRecoveredDebit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "test",
                 *       "rail": "Example",
                 *       "session_id": "Example",
                 *       "payout": {
                 *         "business_id": "Example",
                 *         "id": "Example"
                 *       },
                 *       "reason": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["DecideRecoveredDebitRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Decision saved",
                     *       "data": {
                     *         "recovery": {
                     *           "reason": "asked_for",
                     *           "restored_to": "2026-11-21T09:30:00.000Z",
                     *           "entered_at": "2026-11-21T09:30:00.000Z",
                     *           "ended_at": "Example",
                     *           "ended_by": "Example",
                     *           "end_reason": "Example"
                     *         },
                     *         "rails": [
                     *           {
                     *             "mode": "test",
                     *             "rail": "Example",
                     *             "has_statements": true,
                     *             "uncovered": [
                     *               {
                     *                 "from": "2026-11-21T09:30:00.000Z",
                     *                 "to": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "blocked_by": "Example",
                     *         "waiting": [
                     *           {
                     *             "what": "Example",
                     *             "count": 0
                     *           }
                     *         ],
                     *         "debits": [
                     *           {
                     *             "mode": "test",
                     *             "rail": "Example",
                     *             "session_id": "Example",
                     *             "account_number": "Example",
                     *             "amount": 0,
                     *             "occurred_at": "2026-11-21T09:30:00.000Z",
                     *             "payouts": [
                     *               {
                     *                 "id": "Example",
                     *                 "business_id": "Example",
                     *                 "reference": "Example",
                     *                 "account_name": "Example",
                     *                 "created_at": "2026-11-21T09:30:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "stopped": [
                     *           {
                     *             "mode": "test",
                     *             "business_id": "Example",
                     *             "business_name": "Example",
                     *             "reason": "Example",
                     *             "off_by": "Example",
                     *             "off_at": "2026-11-21T09:30:00.000Z"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            recovery: {
                                /**
                                 * @description Known values: `asked_for`, `other_server`, `other_timeline`, `older_copy`, `commits_missing`.
                                 * @enum {string}
                                 */
                                reason: "asked_for" | "other_server" | "other_timeline" | "older_copy" | "commits_missing";
                                /**
                                 * Format: date-time
                                 * @description The restore point: the database has nothing from after it. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                restored_to: string;
                                /**
                                 * Format: date-time
                                 * @description When recovery mode began. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                entered_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                ended_at: string | null;
                                ended_by: string | null;
                                end_reason: string | null;
                            } | null;
                            rails: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                rail: string;
                                /** @description false: it cannot be queried for them. */
                                has_statements: boolean;
                                /** @description Periods that no statement covers. */
                                uncovered: {
                                    /**
                                     * Format: date-time
                                     * @description The start. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    from: string;
                                    /**
                                     * Format: date-time
                                     * @description The end. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    to: string;
                                }[];
                            }[];
                            /** @description Why it cannot be released; null: it can. */
                            blocked_by: string | null;
                            waiting: {
                                what: string;
                                count: number;
                            }[];
                            /** @description Transfers after the restore point that match no payout, not decided yet. */
                            debits: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                rail: string;
                                session_id: string;
                                /** @description Empty: the statement does not say. */
                                account_number: string;
                                /** @description Kobo. */
                                amount: number;
                                /**
                                 * Format: date-time
                                 * @description At the bank. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                occurred_at: string;
                                /** @description Waiting payouts of this amount to this account. */
                                payouts: {
                                    id: string;
                                    business_id: string;
                                    reference: string;
                                    account_name: string;
                                    /**
                                     * Format: date-time
                                     * @description When it was requested. ISO 8601, UTC.
                                     * @example 2026-11-21T09:30:00.000Z
                                     */
                                    created_at: string;
                                }[];
                            }[];
                            /** @description Where money out is stopped: `switchRail` with the rail `*`. */
                            stopped: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                /** @description null: for all businesses. */
                                business_id: string | null;
                                business_name: string | null;
                                reason: string;
                                /** @description The email address of an operator. */
                                off_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it was stopped. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                off_at: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    listBackgroundJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Background jobs found",
                     *       "data": {
                     *         "chores": [
                     *           {
                     *             "name": "Example",
                     *             "every_ms": 0,
                     *             "process": "Example",
                     *             "is_running": true,
                     *             "last_started_at": "Example",
                     *             "last_finished_at": "Example",
                     *             "last_duration_ms": 0,
                     *             "handled": 0,
                     *             "handled_at": "Example",
                     *             "failures": 0,
                     *             "last_error": "Example",
                     *             "last_failed_at": "Example",
                     *             "backlog": 0
                     *           }
                     *         ],
                     *         "backlogs": [
                     *           {
                     *             "what": "Example",
                     *             "chore": "Example",
                     *             "count": 0,
                     *             "is_more": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            chores: {
                                name: string;
                                every_ms: number;
                                process: string;
                                is_running: boolean;
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_finished_at: string | null;
                                last_duration_ms: number | null;
                                /** @description How many rows the last run with work handled. */
                                handled: number;
                                /** @description ISO 8601, UTC, milliseconds. */
                                handled_at: string | null;
                                /** @description Failures in a row. */
                                failures: number;
                                last_error: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                last_failed_at: string | null;
                                /** @description How many rows are due; null: not counted. */
                                backlog: number | null;
                            }[];
                            backlogs: {
                                what: string;
                                /** @description null: the webhook sender. */
                                chore: string | null;
                                count: number;
                                /** @description true: the count stopped at this limit. */
                                is_more: boolean;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getBooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Books found",
                     *       "data": {
                     *         "modes": [
                     *           {
                     *             "mode": "test",
                     *             "accounts": [
                     *               {
                     *                 "account": "Example",
                     *                 "accounts": 0,
                     *                 "debits_posted": 0,
                     *                 "credits_posted": 0,
                     *                 "debits_held": 0,
                     *                 "credits_held": 0,
                     *                 "balance": 0
                     *               }
                     *             ],
                     *             "total": {
                     *               "debits_posted": 0,
                     *               "credits_posted": 0,
                     *               "debits_held": 0,
                     *               "credits_held": 0,
                     *               "difference": 0
                     *             }
                     *           }
                     *         ],
                     *         "running": {
                     *           "id": "Example",
                     *           "state": "asked",
                     *           "asked_by": "Example",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "Example",
                     *           "finished_at": "Example",
                     *           "steps_done": 0,
                     *           "steps": 0,
                     *           "entries_read": 0,
                     *           "findings": 0,
                     *           "first_findings": [
                     *             "Example"
                     *           ]
                     *         },
                     *         "last": {
                     *           "id": "Example",
                     *           "state": "asked",
                     *           "asked_by": "Example",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "Example",
                     *           "finished_at": "Example",
                     *           "steps_done": 0,
                     *           "steps": 0,
                     *           "entries_read": 0,
                     *           "findings": 0,
                     *           "first_findings": [
                     *             "Example"
                     *           ]
                     *         },
                     *         "verdict": {
                     *           "id": "Example",
                     *           "state": "asked",
                     *           "asked_by": "Example",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "Example",
                     *           "finished_at": "Example",
                     *           "steps_done": 0,
                     *           "steps": 0,
                     *           "entries_read": 0,
                     *           "findings": 0,
                     *           "first_findings": [
                     *             "Example"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                accounts: {
                                    /** @description The kind of account. available/party and pending/party: of subaccounts. */
                                    account: string;
                                    /** @description How many accounts of this kind there are. */
                                    accounts: number;
                                    /** @description In kobo, like all of these. */
                                    debits_posted: number;
                                    credits_posted: number;
                                    debits_held: number;
                                    credits_held: number;
                                    /** @description Posted credits minus debits. */
                                    balance: number;
                                }[];
                                total: {
                                    /** @description In kobo, like all of these. */
                                    debits_posted: number;
                                    credits_posted: number;
                                    debits_held: number;
                                    credits_held: number;
                                    /** @description Credits minus debits, posted and held: 0. */
                                    difference: number;
                                };
                            }[];
                            running: {
                                id: string;
                                /**
                                 * @description Known values: `asked`, `running`, `right`, `wrong`, `failed`.
                                 * @enum {string}
                                 */
                                state: "asked" | "running" | "right" | "wrong" | "failed";
                                asked_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                finished_at: string | null;
                                steps_done: number;
                                steps: number;
                                entries_read: number;
                                findings: number;
                                first_findings: string[];
                            } | null;
                            last: {
                                id: string;
                                /**
                                 * @description Known values: `asked`, `running`, `right`, `wrong`, `failed`.
                                 * @enum {string}
                                 */
                                state: "asked" | "running" | "right" | "wrong" | "failed";
                                asked_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                finished_at: string | null;
                                steps_done: number;
                                steps: number;
                                entries_read: number;
                                findings: number;
                                first_findings: string[];
                            } | null;
                            verdict: {
                                id: string;
                                /**
                                 * @description Known values: `asked`, `running`, `right`, `wrong`, `failed`.
                                 * @enum {string}
                                 */
                                state: "asked" | "running" | "right" | "wrong" | "failed";
                                asked_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                finished_at: string | null;
                                steps_done: number;
                                steps: number;
                                entries_read: number;
                                findings: number;
                                first_findings: string[];
                            } | null;
                        };
                    };
                };
            };
        };
    };
    verifyBooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The books are being verified",
                     *       "data": {
                     *         "modes": [
                     *           {
                     *             "mode": "test",
                     *             "accounts": [
                     *               {
                     *                 "account": "Example",
                     *                 "accounts": 0,
                     *                 "debits_posted": 0,
                     *                 "credits_posted": 0,
                     *                 "debits_held": 0,
                     *                 "credits_held": 0,
                     *                 "balance": 0
                     *               }
                     *             ],
                     *             "total": {
                     *               "debits_posted": 0,
                     *               "credits_posted": 0,
                     *               "debits_held": 0,
                     *               "credits_held": 0,
                     *               "difference": 0
                     *             }
                     *           }
                     *         ],
                     *         "running": {
                     *           "id": "Example",
                     *           "state": "asked",
                     *           "asked_by": "Example",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "Example",
                     *           "finished_at": "Example",
                     *           "steps_done": 0,
                     *           "steps": 0,
                     *           "entries_read": 0,
                     *           "findings": 0,
                     *           "first_findings": [
                     *             "Example"
                     *           ]
                     *         },
                     *         "last": {
                     *           "id": "Example",
                     *           "state": "asked",
                     *           "asked_by": "Example",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "Example",
                     *           "finished_at": "Example",
                     *           "steps_done": 0,
                     *           "steps": 0,
                     *           "entries_read": 0,
                     *           "findings": 0,
                     *           "first_findings": [
                     *             "Example"
                     *           ]
                     *         },
                     *         "verdict": {
                     *           "id": "Example",
                     *           "state": "asked",
                     *           "asked_by": "Example",
                     *           "asked_at": "2026-11-21T09:30:00.000Z",
                     *           "started_at": "Example",
                     *           "finished_at": "Example",
                     *           "steps_done": 0,
                     *           "steps": 0,
                     *           "entries_read": 0,
                     *           "findings": 0,
                     *           "first_findings": [
                     *             "Example"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            modes: {
                                /**
                                 * @description Known values: `test`, `live`.
                                 * @enum {string}
                                 */
                                mode: "test" | "live";
                                accounts: {
                                    /** @description The kind of account. available/party and pending/party: of subaccounts. */
                                    account: string;
                                    /** @description How many accounts of this kind there are. */
                                    accounts: number;
                                    /** @description In kobo, like all of these. */
                                    debits_posted: number;
                                    credits_posted: number;
                                    debits_held: number;
                                    credits_held: number;
                                    /** @description Posted credits minus debits. */
                                    balance: number;
                                }[];
                                total: {
                                    /** @description In kobo, like all of these. */
                                    debits_posted: number;
                                    credits_posted: number;
                                    debits_held: number;
                                    credits_held: number;
                                    /** @description Credits minus debits, posted and held: 0. */
                                    difference: number;
                                };
                            }[];
                            running: {
                                id: string;
                                /**
                                 * @description Known values: `asked`, `running`, `right`, `wrong`, `failed`.
                                 * @enum {string}
                                 */
                                state: "asked" | "running" | "right" | "wrong" | "failed";
                                asked_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                finished_at: string | null;
                                steps_done: number;
                                steps: number;
                                entries_read: number;
                                findings: number;
                                first_findings: string[];
                            } | null;
                            last: {
                                id: string;
                                /**
                                 * @description Known values: `asked`, `running`, `right`, `wrong`, `failed`.
                                 * @enum {string}
                                 */
                                state: "asked" | "running" | "right" | "wrong" | "failed";
                                asked_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                finished_at: string | null;
                                steps_done: number;
                                steps: number;
                                entries_read: number;
                                findings: number;
                                first_findings: string[];
                            } | null;
                            verdict: {
                                id: string;
                                /**
                                 * @description Known values: `asked`, `running`, `right`, `wrong`, `failed`.
                                 * @enum {string}
                                 */
                                state: "asked" | "running" | "right" | "wrong" | "failed";
                                asked_by: string;
                                /**
                                 * Format: date-time
                                 * @description When it happened. ISO 8601, UTC.
                                 * @example 2026-11-21T09:30:00.000Z
                                 */
                                asked_at: string;
                                /** @description ISO 8601, UTC, milliseconds. */
                                started_at: string | null;
                                /** @description ISO 8601, UTC, milliseconds. */
                                finished_at: string | null;
                                steps_done: number;
                                steps: number;
                                entries_read: number;
                                findings: number;
                                first_findings: string[];
                            } | null;
                        };
                    };
                };
            };
        };
    };
    listSuspense: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description The mode; test by default. */
                mode?: "test" | "live";
                state?: "open" | "assigned";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transfers in suspense found",
                     *       "data": [
                     *         {
                     *           "id": "Example",
                     *           "domain": "test",
                     *           "state": "open",
                     *           "rail": "Example",
                     *           "amount": 0,
                     *           "account_number": "Example",
                     *           "sender_name": "Example",
                     *           "sender_bank_code": "Example",
                     *           "sender_account_number": "Example",
                     *           "narration": "Example",
                     *           "session_id": "Example",
                     *           "received_at": "2026-11-21T09:30:00.000Z",
                     *           "assigned_account_number": "Example",
                     *           "assigned_by": "Example",
                     *           "assigned_at": "Example"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            domain: "test" | "live";
                            /**
                             * @description Known values: `open`, `assigned`.
                             * @enum {string}
                             */
                            state: "open" | "assigned";
                            rail: string;
                            /** @description In kobo. */
                            amount: number;
                            /** @description The unknown account number that received it. */
                            account_number: string;
                            sender_name: string;
                            sender_bank_code: string;
                            /** @description Masked: ******1234. */
                            sender_account_number: string;
                            narration: string;
                            session_id: string;
                            /**
                             * Format: date-time
                             * @description When it arrived at the bank. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            received_at: string;
                            /** @description The account that it was assigned to. */
                            assigned_account_number: string | null;
                            assigned_by: string | null;
                            assigned_at: string | null;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    getSuspenseHolder: {
        parameters: {
            query: {
                account_number: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Holder found",
                     *       "data": {
                     *         "account_number": "Example",
                     *         "kind": "dedicated",
                     *         "name": "Example",
                     *         "business_id": "Example",
                     *         "business_name": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            account_number: string;
                            /**
                             * @description Known values: `dedicated`, `wallet`.
                             * @enum {string}
                             */
                            kind: "dedicated" | "wallet";
                            /** @description The customer, or the business that owns the wallet. */
                            name: string;
                            business_id: string;
                            business_name: string;
                        };
                    };
                };
            };
        };
    };
    assignSuspense: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account_number": "0000000018",
                 *       "business_id": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["AssignSuspenseRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Transfer assigned",
                     *       "data": {
                     *         "id": "dep_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *         "domain": "test",
                     *         "status": "matched",
                     *         "reason": "amount_too_low",
                     *         "amount": 500000,
                     *         "currency": "NGN",
                     *         "account_number": "2670625029",
                     *         "account_kind": "one_off",
                     *         "sender_name": "ADA EXAMPLE",
                     *         "sender_bank_code": "058",
                     *         "sender_account_number": "******1234",
                     *         "narration": "Order 1042",
                     *         "session_id": "000013261121093000000000000001",
                     *         "return_session_id": "000013261121093000000000000001",
                     *         "transaction_id": "019ab6a0-c4d8-7c1e-9f3e-6a1b2c3d4e5f",
                     *         "received_at": "2026-11-21T09:30:00.000Z",
                     *         "updated_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: components["schemas"]["Deposit"];
                    };
                };
            };
        };
    };
    listQuarantine: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                /** @description The mode; test by default. */
                mode?: "test" | "live";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Quarantined notifications found",
                     *       "data": [
                     *         {
                     *           "id": "Example",
                     *           "business_id": "Example",
                     *           "domain": "test",
                     *           "reason": "altered",
                     *           "rail": "Example",
                     *           "session_id": "Example",
                     *           "content": "Example",
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            id: string;
                            business_id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            domain: "test" | "live";
                            /**
                             * @description Known values: `altered`, `unreadable`.
                             * @enum {string}
                             */
                            reason: "altered" | "unreadable";
                            rail: string;
                            session_id: string | null;
                            /** @description As received; of an altered one, with the account masked. */
                            content: string;
                            /**
                             * Format: date-time
                             * @description When it was received. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            created_at: string;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
                rail?: string;
                verdict?: "due" | "credited" | "suspended" | "quarantined" | "enquired" | "not_found" | "ignored";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Notifications found",
                     *       "data": [
                     *         {
                     *           "id": "Example",
                     *           "mode": "test",
                     *           "rail": "Example",
                     *           "verdict": "due",
                     *           "tries": 0,
                     *           "received_at": "2026-11-21T09:30:00.000Z",
                     *           "judged_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            mode: "test" | "live";
                            rail: string;
                            /**
                             * @description The result. due: not processed yet. Known values: `due`, `credited`, `suspended`, `quarantined`, `enquired`, `not_found`, `ignored`.
                             * @enum {string}
                             */
                            verdict: "due" | "credited" | "suspended" | "quarantined" | "enquired" | "not_found" | "ignored";
                            /** @description How many times a job has tried to process it. */
                            tries: number;
                            /**
                             * Format: date-time
                             * @description When it arrived. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            received_at: string;
                            /** Format: date-time */
                            judged_at: string | null;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    replayNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "The notification will be processed again",
                     *       "data": {
                     *         "id": "Example",
                     *         "mode": "test",
                     *         "rail": "Example",
                     *         "verdict": "due",
                     *         "tries": 0,
                     *         "received_at": "2026-11-21T09:30:00.000Z",
                     *         "judged_at": "2026-11-21T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            id: string;
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            mode: "test" | "live";
                            rail: string;
                            /**
                             * @description The result. due: not processed yet. Known values: `due`, `credited`, `suspended`, `quarantined`, `enquired`, `not_found`, `ignored`.
                             * @enum {string}
                             */
                            verdict: "due" | "credited" | "suspended" | "quarantined" | "enquired" | "not_found" | "ignored";
                            /** @description How many times a job has tried to process it. */
                            tries: number;
                            /**
                             * Format: date-time
                             * @description When it arrived. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            received_at: string;
                            /** Format: date-time */
                            judged_at: string | null;
                        };
                    };
                };
            };
        };
    };
    getReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Reports found",
                     *       "data": [
                     *         {
                     *           "mode": "test",
                     *           "rail": "Example",
                     *           "is_clean": true,
                     *           "theirs": {
                     *             "total": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "matched": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "wrong_amount": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "duplicate": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "theirs_only": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             }
                     *           },
                     *           "ours": {
                     *             "total": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "matched": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "wrong_amount": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             },
                     *             "ours_only": {
                     *               "credit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               },
                     *               "debit": {
                     *                 "count": 0,
                     *                 "amount": 0
                     *               }
                     *             }
                     *           },
                     *           "ledger": {
                     *             "clearing": 0,
                     *             "movements": 0
                     *           },
                     *           "ties": {
                     *             "theirs": true,
                     *             "ours": true,
                     *             "pairs": true,
                     *             "balances": true,
                     *             "ledger": true
                     *           },
                     *           "exceptions": {
                     *             "open": 0,
                     *             "closed": 0
                     *           },
                     *           "gaps": [
                     *             {
                     *               "from": "Example",
                     *               "to": "Example"
                     *             }
                     *           ],
                     *           "unfetched": [
                     *             {
                     *               "day": "Example",
                     *               "tries": 0
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            mode: "test" | "live";
                            rail: string;
                            /** @description true: no exception is open. */
                            is_clean: boolean;
                            theirs: {
                                total: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                matched: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                wrong_amount: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                duplicate: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                theirs_only: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                            };
                            ours: {
                                total: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                matched: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                wrong_amount: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                                ours_only: {
                                    credit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                    debit: {
                                        count: number;
                                        /** @description Kobo. */
                                        amount: number;
                                    };
                                };
                            };
                            ledger: {
                                /** @description The ledger balance at the bank, in kobo. */
                                clearing: number;
                                /** @description The sum of our entries. Must equal `clearing`. */
                                movements: number;
                            };
                            ties: {
                                theirs: boolean;
                                ours: boolean;
                                pairs: boolean;
                                balances: boolean | null;
                                ledger: boolean;
                            };
                            exceptions: {
                                open: number;
                                closed: number;
                            };
                            /** @description Periods that no statement covers. */
                            gaps: {
                                from: string;
                                to: string;
                            }[];
                            /** @description Days whose statement was requested but not provided yet. */
                            unfetched: {
                                day: string;
                                tries: number;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    listReconciliationExceptions: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                mode?: "test" | "live";
                rail?: string;
                class?: "wrong_amount" | "duplicate" | "theirs_only" | "ours_only";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Exceptions found",
                     *       "data": [
                     *         {
                     *           "id": "Example",
                     *           "class": "wrong_amount",
                     *           "mode": "test",
                     *           "rail": "Example",
                     *           "direction": "credit",
                     *           "session_id": "Example",
                     *           "bank_amount": 0,
                     *           "our_amount": 0,
                     *           "occurred_at": "2026-11-21T09:30:00.000Z",
                     *           "first": "Example",
                     *           "next": "Example"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: {
                            /** @description Its id, also for npm run reconcile -- close. */
                            id: string;
                            /**
                             * @description Known values: `wrong_amount`, `duplicate`, `theirs_only`, `ours_only`.
                             * @enum {string}
                             */
                            class: "wrong_amount" | "duplicate" | "theirs_only" | "ours_only";
                            /**
                             * @description Known values: `test`, `live`.
                             * @enum {string}
                             */
                            mode: "test" | "live";
                            rail: string;
                            /**
                             * @description Known values: `credit`, `debit`.
                             * @enum {string}
                             */
                            direction: "credit" | "debit";
                            session_id: string;
                            /** @description The amount of the bank line, in kobo. */
                            bank_amount: number | null;
                            /** @description The amount of our entry, in kobo. */
                            our_amount: number | null;
                            /**
                             * Format: date-time
                             * @description When it happened. ISO 8601, UTC.
                             * @example 2026-11-21T09:30:00.000Z
                             */
                            occurred_at: string;
                            /** @description Of a duplicate: the earlier line. */
                            first: string | null;
                            /** @description What to do about it. */
                            next: string;
                        }[];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
    closeReconciliationException: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Example"
                 *     }
                 */
                "application/json": components["schemas"]["CloseReconciliationExceptionRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Exception closed",
                     *       "data": {
                     *         "id": "Example"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        data: {
                            id: string;
                        };
                    };
                };
            };
        };
    };
    listUndeliveredMessages: {
        parameters: {
            query?: {
                /** @description The page number. To read many pages, use `cursor`. */
                page?: number;
                /** @description How many records a page has. */
                perPage?: number;
                /**
                 * @description `meta.next` of the previous page, with the same filters and without `page`.
                 * @example a0RwM3hRN1Z5Q2cgMDE5YWI2YTA
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "message": "Messages found",
                     *       "data": [
                     *         {
                     *           "id": "msg_019ab6a0c4d87c1e9f3e6a1b2c3d4e5f",
                     *           "channel": "sms",
                     *           "to": "ada@example.com",
                     *           "subject": "Your receipt",
                     *           "text": "Your code is 123456",
                     *           "html": "<p>Thank you</p>",
                     *           "otp": "123456",
                     *           "created_at": "2026-11-21T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "total_capped": false,
                     *         "page": 1,
                     *         "perPage": 50,
                     *         "pageCount": 1,
                     *         "next": "a0RwM3hRN1Z5Q2cgMDE5YWI2YTA"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The call worked. For the state of a payment, see `data.status`.
                         * @enum {string}
                         */
                        status: "success";
                        /**
                         * @description For people. It can change.
                         * @example Done
                         */
                        message: string;
                        /** @description The records of this page. */
                        data: components["schemas"]["SandboxMessage"][];
                        meta: components["schemas"]["ListMeta"];
                    };
                };
            };
        };
    };
}
