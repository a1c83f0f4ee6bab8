// Written by `npm run generate` from docs/api/openapi.json. Do not edit.

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
        /** Start a payment */
        post: {
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
                    "application/json": {
                        /** @description Kobo: 500000 is ₦5,000.00. */
                        amount: number;
                        /**
                         * Format: email
                         * @description The customer; for the receipt.
                         */
                        email: string;
                        /**
                         * Format: person-name
                         * @description Legal name.
                         */
                        name: string;
                        /**
                         * Format: web-address
                         * @description Where the customer returns to, with reference and trxref in the query.
                         */
                        callback_url?: string;
                        split_code?: string;
                        /** @description Returned as it was sent, at most 8 KB, 5 levels deep. custom_fields are shown to the customer; cancel_action is where the cancel button leads. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: reference
                         * @description Your name for this payment, once and for ever. The same one again with the same amount and e-mail, while unpaid, is the same payment.
                         */
                        reference?: string;
                        /** @enum {string} */
                        currency?: "NGN";
                        channels?: ("card" | "bank_transfer")[];
                        /** Format: phone */
                        phone?: string;
                        /**
                         * @description customer: the fee is added, and requested_amount is what you asked for.
                         * @enum {unknown}
                         */
                        fee_bearer?: "business" | "customer";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description Send the customer here. */
                                authorization_url: string;
                                /** @description Secret: whoever has it may pay. */
                                access_code: string;
                                reference: string;
                                /** @description When it can no longer be paid. ISO 8601, UTC, milliseconds. */
                                expires_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at a payment by your reference */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Transaction"];
                        };
                    };
                };
            };
        };
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
        /** Look at a payment by its id */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Transaction"];
                        };
                    };
                };
            };
        };
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
        /** List payments, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description The beginning of a reference, the e-mail address of a customer, or an id. */
                    q?: string;
                    status?: "pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed";
                    channel?: "card" | "bank_transfer" | "dedicated_virtual_account";
                    /** @description The id of a customer, cus_… */
                    customer?: string;
                    /** @description The id of a payment link, plk_…: what was begun by it. */
                    payment_link?: string;
                    reference?: string;
                    /** @description Only payments whose reference names a payment of your server by now. */
                    displaced?: "true";
                    /** @description Kobo, inclusive. */
                    amount_min?: string;
                    /** @description Kobo, inclusive. */
                    amount_max?: string;
                    /** @description ISO 8601, inclusive. */
                    from?: string;
                    /** @description ISO 8601, inclusive. */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Transaction"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * Download payments, as CSV
         * @description Filters as for the list. x-total-count says how many lines follow the head.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The beginning of a reference, the e-mail address of a customer, or an id. */
                    q?: string;
                    status?: "pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed";
                    channel?: "card" | "bank_transfer" | "dedicated_virtual_account";
                    /** @description The id of a customer, cus_… */
                    customer?: string;
                    /** @description The id of a payment link, plk_…: what was begun by it. */
                    payment_link?: string;
                    reference?: string;
                    /** @description Only payments whose reference names a payment of your server by now. */
                    displaced?: "true";
                    /** @description Kobo, inclusive. */
                    amount_min?: string;
                    /** @description Kobo, inclusive. */
                    amount_max?: string;
                    /** @description ISO 8601, inclusive. */
                    from?: string;
                    /** @description ISO 8601, inclusive. */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description One line for each payment, newest first. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
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
         * Try a split out: to the kobo, who would get what of an amount
         * @description By the rules by which a payment is shared. Name split_code, or say the terms in split, which are not kept. The fee, its VAT and all parts sum to the amount.
         */
        post: {
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
                    "application/json": {
                        /** @description Kobo that a customer would pay. */
                        amount: number;
                        /** @description One of your splits: SPL_…. */
                        split_code?: string;
                        split?: {
                            /** @enum {unknown} */
                            type: "percentage" | "flat";
                            subaccounts: {
                                /** @description Such as ACCT_…. */
                                subaccount: string;
                                /** @description Percent of the amount with at most two decimals, or whole kobo: as type says. */
                                share: number;
                            }[];
                            /**
                             * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                             * @enum {unknown}
                             */
                            bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                            /** @description Such as ACCT_…. */
                            bearer_subaccount?: string;
                        };
                        /**
                         * @description How it would be paid, which decides the fee: by card unless said.
                         * @enum {unknown}
                         */
                        channel?: "card" | "bank_transfer" | "dedicated_virtual_account";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description What is paid. */
                                amount: number;
                                /** @enum {string} */
                                currency: "NGN";
                                /** @description What we take. */
                                fee: number;
                                /** @description On the fee. */
                                vat: number;
                                /** @description What is left for you. */
                                business: number;
                                subaccounts: {
                                    subaccount: string;
                                    /** @description Its part. */
                                    amount: number;
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** List the accounts of your customers, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description The id (cus_…), code (CUS_…) or e-mail of a customer. */
                    customer?: string;
                    account_number?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["DedicatedVirtualAccount"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Give a customer an account number for ever
         * @description The same customer (by e-mail, whatever its letter case) gets the same account again; the names of the first call stay.
         */
        post: {
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
                    "application/json": {
                        customer: {
                            /** Format: person-name */
                            first_name: string;
                            /** Format: person-name */
                            last_name: string;
                            /**
                             * Format: email
                             * @description One customer, one account for each.
                             */
                            email: string;
                            /** Format: phone */
                            phone?: string;
                            /**
                             * Format: eleven-digits
                             * @description For a Tier 3 account; also later, by creating again. Kept sealed.
                             */
                            bvn?: string;
                        };
                        split_code?: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["DedicatedVirtualAccount"];
                        };
                    };
                };
            };
        };
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
        /** Look at an account by its id or its number */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["DedicatedVirtualAccount"];
                        };
                    };
                };
            };
        };
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
        /** Look at the wallet, and where to transfer to top it up */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {string} */
                                currency: "NGN";
                                /** @description Kobo that you may spend. */
                                available: number;
                                /** @description Kobo paid to you and not yet settled. */
                                pending: number;
                                account: {
                                    account_number: string;
                                    account_name: string;
                                    bank: {
                                        name: string;
                                        code: string;
                                        slug: string;
                                    };
                                } | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List what moved the balance, newest first, with the balance after each */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description available unless said. */
                    account?: "available" | "pending";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                /** @description Such as payment, payout, refund, identity_fee. */
                                reason: string;
                                /** @enum {unknown} */
                                kind: "post" | "hold" | "post_hold" | "void_hold";
                                /** @description Kobo; below zero where it went out. */
                                amount: number;
                                /** @description Kobo after it. */
                                balance: number;
                                /** @enum {string} */
                                currency: "NGN";
                                source: {
                                    /** @description transaction, deposit, payout, refund, … */
                                    type: string;
                                    id: string;
                                };
                                /** @description When it happened. ISO 8601, UTC, milliseconds. */
                                occurred_at: string;
                                /** @description When it was booked. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List splits, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                split_code: string;
                                name: string;
                                /** @enum {unknown} */
                                type: "percentage" | "flat";
                                /**
                                 * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                                 * @enum {unknown}
                                 */
                                bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                                bearer_subaccount: string | null;
                                active: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                subaccounts: {
                                    subaccount: string;
                                    share: number;
                                }[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Say how payments are shared */
        post: {
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
                     *           "subaccount": "ACCT_AZqmA2NQe2e4sK1d8v6cXw",
                     *           "share": 12.5
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: one-line */
                        name: string;
                        /** @enum {unknown} */
                        type: "percentage" | "flat";
                        subaccounts: {
                            /** @description Such as ACCT_…. */
                            subaccount: string;
                            /** @description Percent of the amount with at most two decimals, or whole kobo: as type says. */
                            share: number;
                        }[];
                        /**
                         * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                         * @enum {unknown}
                         */
                        bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                        /** @description Such as ACCT_…. */
                        bearer_subaccount?: string;
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                split_code: string;
                                name: string;
                                /** @enum {unknown} */
                                type: "percentage" | "flat";
                                /**
                                 * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                                 * @enum {unknown}
                                 */
                                bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                                bearer_subaccount: string | null;
                                active: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                subaccounts: {
                                    subaccount: string;
                                    share: number;
                                }[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/{split_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look at a split */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    split_code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                split_code: string;
                                name: string;
                                /** @enum {unknown} */
                                type: "percentage" | "flat";
                                /**
                                 * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                                 * @enum {unknown}
                                 */
                                bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                                bearer_subaccount: string | null;
                                active: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                subaccounts: {
                                    subaccount: string;
                                    share: number;
                                }[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        /** Change a split, for later payments */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    split_code: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: one-line */
                        name?: string;
                        subaccounts?: {
                            /** @description Such as ACCT_…. */
                            subaccount: string;
                            /** @description Percent of the amount with at most two decimals, or whole kobo: as type says. */
                            share: number;
                        }[];
                        /**
                         * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                         * @enum {unknown}
                         */
                        bearer_type?: "account" | "subaccount" | "all" | "all-proportional";
                        /** @description Such as ACCT_…. */
                        bearer_subaccount?: string;
                        /** @description false: no payment can be asked for with it. */
                        active?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                split_code: string;
                                name: string;
                                /** @enum {unknown} */
                                type: "percentage" | "flat";
                                /**
                                 * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                                 * @enum {unknown}
                                 */
                                bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                                bearer_subaccount: string | null;
                                active: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                subaccounts: {
                                    subaccount: string;
                                    share: number;
                                }[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/{split_code}/subaccounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a subaccount to a split, or give it another share */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    split_code: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Such as ACCT_…. */
                        subaccount: string;
                        /** @description Percent of the amount with at most two decimals, or whole kobo: as type says. */
                        share: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                split_code: string;
                                name: string;
                                /** @enum {unknown} */
                                type: "percentage" | "flat";
                                /**
                                 * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                                 * @enum {unknown}
                                 */
                                bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                                bearer_subaccount: string | null;
                                active: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                subaccounts: {
                                    subaccount: string;
                                    share: number;
                                }[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/splits/{split_code}/subaccounts/{subaccount_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a subaccount out of a split */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    split_code: string;
                    subaccount_code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                split_code: string;
                                name: string;
                                /** @enum {unknown} */
                                type: "percentage" | "flat";
                                /**
                                 * @description Who bears the fee: your account, one subaccount, all in equal parts, or all as they share.
                                 * @enum {unknown}
                                 */
                                bearer_type: "account" | "subaccount" | "all" | "all-proportional";
                                bearer_subaccount: string | null;
                                active: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                subaccounts: {
                                    subaccount: string;
                                    share: number;
                                }[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** List subaccounts, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                subaccount_code: string;
                                business_name: string;
                                bank: {
                                    name: string;
                                    code: string;
                                };
                                account_number: string;
                                /** @description As the bank writes it. */
                                account_name: string;
                                percentage_charge: number | null;
                                primary_contact_email: string | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                active: boolean;
                                /** @description Four payouts in a row came back from this bank account: none is sent until it is changed. */
                                payouts_stopped: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                /** @description Kobo that are paid out to it next. */
                                available: number;
                                /** @description Kobo that wait for their settlement. */
                                pending: number;
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Name somebody to share payments with */
        post: {
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
                    "application/json": {
                        /** Format: one-line */
                        business_name: string;
                        /**
                         * Format: bank-code
                         * @description A code of GET /banks.
                         */
                        bank_code: string;
                        /** Format: account-number */
                        account_number: string;
                        /** @description Percent, two decimals at most. For your own use: a split names its shares. */
                        percentage_charge?: number;
                        /** Format: email */
                        primary_contact_email?: string;
                        /** @description At most 8 KB, 5 levels deep. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                subaccount_code: string;
                                business_name: string;
                                bank: {
                                    name: string;
                                    code: string;
                                };
                                account_number: string;
                                /** @description As the bank writes it. */
                                account_name: string;
                                percentage_charge: number | null;
                                primary_contact_email: string | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                active: boolean;
                                /** @description Four payouts in a row came back from this bank account: none is sent until it is changed. */
                                payouts_stopped: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                /** @description Kobo that are paid out to it next. */
                                available: number;
                                /** @description Kobo that wait for their settlement. */
                                pending: number;
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subaccounts/{subaccount_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look at a subaccount, and at what it has */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    subaccount_code: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                subaccount_code: string;
                                business_name: string;
                                bank: {
                                    name: string;
                                    code: string;
                                };
                                account_number: string;
                                /** @description As the bank writes it. */
                                account_name: string;
                                percentage_charge: number | null;
                                primary_contact_email: string | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                active: boolean;
                                /** @description Four payouts in a row came back from this bank account: none is sent until it is changed. */
                                payouts_stopped: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                /** @description Kobo that are paid out to it next. */
                                available: number;
                                /** @description Kobo that wait for their settlement. */
                                pending: number;
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        /**
         * Change a subaccount
         * @description Another bank account takes effect after 24 hours, or when a second person approves it in the dashboard; until then nothing is paid out to the subaccount. See GET /account-changes.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    subaccount_code: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: one-line */
                        business_name?: string;
                        /**
                         * Format: bank-code
                         * @description A code of GET /banks.
                         */
                        bank_code?: string;
                        /** Format: account-number */
                        account_number?: string;
                        /** @description Percent, two decimals at most. For your own use: a split names its shares. */
                        percentage_charge?: number;
                        /** Format: email */
                        primary_contact_email?: string;
                        /** @description At most 8 KB, 5 levels deep. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description false: it gets no more parts of payments. */
                        active?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                subaccount_code: string;
                                business_name: string;
                                bank: {
                                    name: string;
                                    code: string;
                                };
                                account_number: string;
                                /** @description As the bank writes it. */
                                account_name: string;
                                percentage_charge: number | null;
                                primary_contact_email: string | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                active: boolean;
                                /** @description Four payouts in a row came back from this bank account: none is sent until it is changed. */
                                payouts_stopped: boolean;
                                /** @enum {string} */
                                currency: "NGN";
                                /** @description Kobo that are paid out to it next. */
                                available: number;
                                /** @description Kobo that wait for their settlement. */
                                pending: number;
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
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
         * List changes of bank accounts of subaccounts
         * @description Those that wait first, and then the newest; at most 100.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description ACCT_… */
                                subaccount: string;
                                /**
                                 * @description waiting: nothing is paid out to the subaccount. effective: the new account is paid. cancelled: the old one is, as before; or another change took its place.
                                 * @enum {unknown}
                                 */
                                status: "waiting" | "effective" | "cancelled";
                                from: {
                                    bank: {
                                        name: string;
                                        code: string;
                                    };
                                    account_number: string;
                                    /** @description As the bank writes it. */
                                    account_name: string;
                                };
                                to: {
                                    bank: {
                                        name: string;
                                        code: string;
                                    };
                                    account_number: string;
                                    /** @description As the bank writes it. */
                                    account_name: string;
                                };
                                /** @description The e-mail of a person, or a key. */
                                asked_by: string;
                                effective_at: string | null;
                                decided_by: string | null;
                                decided_at: string | null;
                                /** @description When it was asked for. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
        };
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
        /** List settlements, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description Of this one alone, ACCT_…; or none: your own. */
                    subaccount?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Settlement"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at a settlement */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Settlement"];
                        };
                    };
                };
            };
        };
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
        /** Download what is in a settlement, as CSV */
        get: {
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
                /** @description One line for each. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
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
        /** List what is in a settlement, the first payment first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                type: "payment" | "refund" | "refund_returned";
                                /** @description Of the payment, or ref_… of the refund. */
                                id: string;
                                reference: string | null;
                                channel: ("card" | "bank_transfer" | "dedicated_virtual_account") | null;
                                paid: number | null;
                                fees: number | null;
                                /** @description What it adds to the settlement; below zero where it takes. */
                                amount: number;
                                /** @description When it was paid, or went back. ISO 8601, UTC, milliseconds. */
                                occurred_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List the bank transfers that arrived, unmatched ones too */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description matched: it paid the transaction, or topped the wallet up. The others did not, and go back to their sender: unmatched, returning, returned; return_refused waits for a person. */
                    status?: "matched" | "unmatched" | "returning" | "returned" | "return_refused";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Deposit"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List what came under the session id of another transfer, and was not booked */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                reason: "altered" | "unreadable";
                                session_id: string | null;
                                /** @description What came instead. */
                                notified: {
                                    [key: string]: unknown;
                                };
                                /** @description When it came. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * Submit the code, and read the identity
         * @description Five wrong codes lock it. The same right code gives the same record again for as long as the details are kept: 24 hours.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description verification_id of the initiation. */
                        verification_id: string;
                        /** @enum {unknown} */
                        type: "BVN" | "NIN";
                        /**
                         * Format: otp
                         * @description Six digits. 123456 in test mode.
                         */
                        otp: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                _id: string;
                                /** @description Your business. */
                                clientId: string;
                                /** @description *******1234; all eleven digits where providerResponse is there too. */
                                identityNumber: string;
                                /** @enum {unknown} */
                                type: "BVN" | "NIN";
                                /** @description The fee in naira, the one amount that is not in kobo: 50, or 0 if given back. */
                                amount: number;
                                /**
                                 * @description Pending: a code was sent. SUCCESS: it was right. FAILED: none was sent, and nothing was charged. LOCKED: five wrong ones. EXPIRED: ten minutes went by.
                                 * @enum {unknown}
                                 */
                                status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
                                /** @description The account number of your wallet. */
                                debitAccountNumber: string;
                                vat: number;
                                stampDuty: number;
                                isDeleted: boolean;
                                otpVerified: boolean;
                                otpResendCount: number;
                                /** @description When it was begun. ISO 8601, UTC, milliseconds. */
                                createdAt: string;
                                /** @description When it last changed. ISO 8601, UTC, milliseconds. */
                                updatedAt: string;
                                __v: number;
                                /** @description What became of the fee. */
                                debitMessage: string;
                                /** @description 200 taken, 202 held because no outcome is known yet, 204 given back. */
                                debitResponsCode: number;
                                /** @description 30 digits. */
                                debitSessionId: string;
                                /** @description The code that was sent last; empty where none was. */
                                otpId: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                providerResponse: {
                                    /** @description Empty where the registry has no value. */
                                    bvn: string;
                                    /** @description Empty where the registry has no value. */
                                    fullName: string;
                                    /** @description Empty where the registry has no value. */
                                    firstName: string;
                                    /** @description Empty where the registry has no value. */
                                    middleName: string;
                                    /** @description Empty where the registry has no value. */
                                    lastName: string;
                                    /** @description DD-MM-YYYY. */
                                    dateOfBirth: string;
                                    /** @description Empty where the registry has no value. */
                                    phoneNumber1: string;
                                    /** @description Empty where the registry has no value. */
                                    phoneNumber2: string;
                                    /** @description Empty where the registry has no value. */
                                    gender: string;
                                    /** @description A bank code. */
                                    enrollmentBank: string;
                                    /** @description Empty where the registry has no value. */
                                    enrollmentBranch: string;
                                    /** @description Empty where the registry has no value. */
                                    email: string;
                                    /** @description Empty where the registry has no value. */
                                    lgaOfOrigin: string;
                                    /** @description Empty where the registry has no value. */
                                    lgaOfResidence: string;
                                    /** @description Empty where the registry has no value. */
                                    maritalStatus: string;
                                    /** @description Empty where the registry has no value. */
                                    nin: string;
                                    /** @description Empty where the registry has no value. */
                                    nationality: string;
                                    /** @description Empty where the registry has no value. */
                                    residentialAddress: string;
                                    /** @description Empty where the registry has no value. */
                                    stateOfOrigin: string;
                                    /** @description Empty where the registry has no value. */
                                    stateOfResidence: string;
                                    /** @description Empty where the registry has no value. */
                                    title: string;
                                    /** @description YES or NO. YES: no new banking relationship may be opened. */
                                    watchListed: string;
                                    /** @description Empty where the registry has no value. */
                                    levelOfAccount: string;
                                    registrationDate: string | null;
                                    /** @description An image, base64. */
                                    imageBase64: string;
                                };
                            };
                        };
                    };
                };
            };
        };
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
         * Send a new code, without another fee
         * @description A minute after the last one, three times at most.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description verification_id of the initiation. */
                        verification_id: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Verification"];
                        };
                    };
                };
            };
        };
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
         * Submit the code, and read the identity
         * @description Five wrong codes lock it. The same right code gives the same record again for as long as the details are kept: 24 hours.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description verification_id of the initiation. */
                        verification_id: string;
                        /** @enum {unknown} */
                        type: "BVN" | "NIN";
                        /**
                         * Format: otp
                         * @description Six digits. 123456 in test mode.
                         */
                        otp: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                _id: string;
                                /** @description Your business. */
                                clientId: string;
                                /** @description *******1234; all eleven digits where providerResponse is there too. */
                                identityNumber: string;
                                /** @enum {unknown} */
                                type: "BVN" | "NIN";
                                /** @description The fee in naira, the one amount that is not in kobo: 50, or 0 if given back. */
                                amount: number;
                                /**
                                 * @description Pending: a code was sent. SUCCESS: it was right. FAILED: none was sent, and nothing was charged. LOCKED: five wrong ones. EXPIRED: ten minutes went by.
                                 * @enum {unknown}
                                 */
                                status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
                                /** @description The account number of your wallet. */
                                debitAccountNumber: string;
                                vat: number;
                                stampDuty: number;
                                isDeleted: boolean;
                                otpVerified: boolean;
                                otpResendCount: number;
                                /** @description When it was begun. ISO 8601, UTC, milliseconds. */
                                createdAt: string;
                                /** @description When it last changed. ISO 8601, UTC, milliseconds. */
                                updatedAt: string;
                                __v: number;
                                /** @description What became of the fee. */
                                debitMessage: string;
                                /** @description 200 taken, 202 held because no outcome is known yet, 204 given back. */
                                debitResponsCode: number;
                                /** @description 30 digits. */
                                debitSessionId: string;
                                /** @description The code that was sent last; empty where none was. */
                                otpId: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                providerResponse: {
                                    /** @description Empty where the registry has no value. */
                                    bvn: string;
                                    /** @description Empty where the registry has no value. */
                                    fullName: string;
                                    /** @description Empty where the registry has no value. */
                                    firstName: string;
                                    /** @description Empty where the registry has no value. */
                                    middleName: string;
                                    /** @description Empty where the registry has no value. */
                                    lastName: string;
                                    /** @description DD-MM-YYYY. */
                                    dateOfBirth: string;
                                    /** @description Empty where the registry has no value. */
                                    phoneNumber1: string;
                                    /** @description Empty where the registry has no value. */
                                    phoneNumber2: string;
                                    /** @description Empty where the registry has no value. */
                                    gender: string;
                                    /** @description A bank code. */
                                    enrollmentBank: string;
                                    /** @description Empty where the registry has no value. */
                                    enrollmentBranch: string;
                                    /** @description Empty where the registry has no value. */
                                    email: string;
                                    /** @description Empty where the registry has no value. */
                                    lgaOfOrigin: string;
                                    /** @description Empty where the registry has no value. */
                                    lgaOfResidence: string;
                                    /** @description Empty where the registry has no value. */
                                    maritalStatus: string;
                                    /** @description Empty where the registry has no value. */
                                    nin: string;
                                    /** @description Empty where the registry has no value. */
                                    nationality: string;
                                    /** @description Empty where the registry has no value. */
                                    residentialAddress: string;
                                    /** @description Empty where the registry has no value. */
                                    stateOfOrigin: string;
                                    /** @description Empty where the registry has no value. */
                                    stateOfResidence: string;
                                    /** @description Empty where the registry has no value. */
                                    title: string;
                                    /** @description YES or NO. YES: no new banking relationship may be opened. */
                                    watchListed: string;
                                    /** @description Empty where the registry has no value. */
                                    levelOfAccount: string;
                                    registrationDate: string | null;
                                    /** @description An image, base64. */
                                    imageBase64: string;
                                };
                            };
                        };
                    };
                };
            };
        };
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
         * Send a new code, without another fee
         * @description A minute after the last one, three times at most.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description verification_id of the initiation. */
                        verification_id: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Verification"];
                        };
                    };
                };
            };
        };
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
        /** Fetch a verification, without the details of the person */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description verification_id of the initiation. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                _id: string;
                                /** @description Your business. */
                                clientId: string;
                                /** @description *******1234; all eleven digits where providerResponse is there too. */
                                identityNumber: string;
                                /** @enum {unknown} */
                                type: "BVN" | "NIN";
                                /** @description The fee in naira, the one amount that is not in kobo: 50, or 0 if given back. */
                                amount: number;
                                /**
                                 * @description Pending: a code was sent. SUCCESS: it was right. FAILED: none was sent, and nothing was charged. LOCKED: five wrong ones. EXPIRED: ten minutes went by.
                                 * @enum {unknown}
                                 */
                                status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
                                /** @description The account number of your wallet. */
                                debitAccountNumber: string;
                                vat: number;
                                stampDuty: number;
                                isDeleted: boolean;
                                otpVerified: boolean;
                                otpResendCount: number;
                                /** @description When it was begun. ISO 8601, UTC, milliseconds. */
                                createdAt: string;
                                /** @description When it last changed. ISO 8601, UTC, milliseconds. */
                                updatedAt: string;
                                __v: number;
                                /** @description What became of the fee. */
                                debitMessage: string;
                                /** @description 200 taken, 202 held because no outcome is known yet, 204 given back. */
                                debitResponsCode: number;
                                /** @description 30 digits. */
                                debitSessionId: string;
                                /** @description The code that was sent last; empty where none was. */
                                otpId: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                consent: {
                                    text: string;
                                    ip: string | null;
                                    at: string | null;
                                } | null;
                                /** @description Who saw the details, newest first; at most 100. */
                                accesses: {
                                    /** @enum {unknown} */
                                    how: "validated" | "validated_again" | "replayed";
                                    key_id: string;
                                    request_id: string;
                                    ip_address: string;
                                    /** @description When. ISO 8601, UTC, milliseconds. */
                                    created_at: string;
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** List the verifications, without the details of the persons */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description Pending: a code was sent. SUCCESS: it was right. FAILED: none was sent, and nothing was charged. LOCKED: five wrong ones. EXPIRED: ten minutes went by. */
                    status?: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Verification"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * Show what this mode offers
         * @description Test mode offers everything; live mode, what its providers offer.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                business_name: string;
                                /** @description What is not offered answers 503 not_available_live. */
                                capabilities: {
                                    /** @description Whether a provider of this mode offers it today. */
                                    one_off_accounts: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    permanent_accounts: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    name_enquiry: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    payouts: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    returns: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    identity: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    card: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    hosted_card: boolean;
                                    /** @description Whether a provider of this mode offers it today. */
                                    mail: boolean;
                                };
                            };
                        };
                    };
                };
            };
        };
        put?: never;
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
        /** Show the checkout settings */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description Your own pages: only they may frame the checkout, start payments with the public key by a script, and be the callback_url of such a payment. */
                                allowed_origins: string[];
                                language: ("en" | "pcm" | "yo" | "ha" | "ig") | null;
                                logo: {
                                    url: string;
                                    width: number;
                                    height: number;
                                } | null;
                                default_callback_url: string | null;
                                /** @description How long a payment can be paid: 15 minutes to 7 days. */
                                expiry_seconds: number;
                                /** @description true: a transfer of more than the amount pays, and all of it is yours. */
                                accept_overpayment: boolean;
                                /** @description true: initialize is refused without the right X-Service-Signature. */
                                require_signed_requests: boolean;
                            };
                        };
                    };
                };
            };
        };
        /**
         * Change the checkout settings
         * @description What is not sent stays as it is.
         */
        put: {
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
                    "application/json": {
                        /** @description Your own pages: https, and in test mode http on this machine too. Such as https://shop.example, without a path. */
                        allowed_origins?: string[];
                        language?: ("en" | "pcm" | "yo" | "ha" | "ig") | null;
                        logo?: string | null;
                        default_callback_url?: string | null;
                        /** @description How long a payment can be paid: 15 minutes to 7 days. */
                        expiry_seconds?: number;
                        /** @description true: a transfer of more than the amount pays, and all of it is yours. */
                        accept_overpayment?: boolean;
                        /** @description true: initialize is refused without the right X-Service-Signature. */
                        require_signed_requests?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description Your own pages: only they may frame the checkout, start payments with the public key by a script, and be the callback_url of such a payment. */
                                allowed_origins: string[];
                                language: ("en" | "pcm" | "yo" | "ha" | "ig") | null;
                                logo: {
                                    url: string;
                                    width: number;
                                    height: number;
                                } | null;
                                default_callback_url: string | null;
                                /** @description How long a payment can be paid: 15 minutes to 7 days. */
                                expiry_seconds: number;
                                /** @description true: a transfer of more than the amount pays, and all of it is yours. */
                                accept_overpayment: boolean;
                                /** @description true: initialize is refused without the right X-Service-Signature. */
                                require_signed_requests: boolean;
                            };
                        };
                    };
                };
            };
        };
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
         * Show what is taken of payments
         * @description In force for what is paid from now on; what was paid says what it was.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description Of a payment by checkout. */
                                checkout: {
                                    /** @description Of the amount, rounded up to the kobo. Basis points: 150 is 1.5 %. */
                                    basis_points: number;
                                    /** @description Added to that. Kobo. */
                                    flat: number;
                                    /** @description Below this amount nothing is added. Kobo. */
                                    flat_from: number;
                                    /** @description At most so much, before VAT. Kobo. */
                                    max: number;
                                };
                                /** @description Of a deposit to a dedicated account. */
                                dedicated: {
                                    /** @description Of the amount, rounded up to the kobo. Basis points: 150 is 1.5 %. */
                                    basis_points: number;
                                    /** @description Added to that. Kobo. */
                                    flat: number;
                                    /** @description Below this amount nothing is added. Kobo. */
                                    flat_from: number;
                                    /** @description At most so much, before VAT. Kobo. */
                                    max: number;
                                };
                                /** @description Of each of these fees, on top of it. Basis points: 150 is 1.5 %. */
                                vat_basis_points: number;
                                /** @description Of a verification of a person whose code was sent; no VAT is added. Kobo. */
                                identity_fee: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        /** List payment links, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                slug: string;
                                /** @description Where customers go. */
                                url: string;
                                name: string;
                                description: string | null;
                                amount: number | null;
                                min_amount: number | null;
                                max_amount: number | null;
                                /** @enum {string} */
                                currency: "NGN";
                                fields: {
                                    label: string;
                                    required: boolean;
                                    /** @description Of the answer, in metadata.custom_fields. */
                                    variable_name: string;
                                }[];
                                callback_url: string | null;
                                split_code: string | null;
                                channels: ("card" | "bank_transfer")[] | null;
                                /** @enum {unknown} */
                                fee_bearer: "business" | "customer";
                                active: boolean;
                                expires_at: string | null;
                                uses_max: number | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                payments: {
                                    /** @description How many were paid, and not refunded in full. */
                                    succeeded: number;
                                    /** @description Kobo that they brought, fees included. */
                                    amount: number;
                                    /** @description How many were begun, and are neither paid nor over. */
                                    open: number;
                                };
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Make an address at which anybody may pay, again and again */
        post: {
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
                    "application/json": {
                        /**
                         * Format: person-name
                         * @description Its headline.
                         */
                        name: string;
                        description?: string | null;
                        amount?: number | null;
                        min_amount?: number | null;
                        max_amount?: number | null;
                        /** @description What else the customer is asked. The answers are in metadata.custom_fields. */
                        fields?: {
                            /** Format: person-name */
                            label: string;
                            required?: boolean;
                        }[];
                        callback_url?: string | null;
                        split_code?: string | null;
                        channels?: ("card" | "bank_transfer")[] | null;
                        /** @enum {unknown} */
                        fee_bearer?: "business" | "customer";
                        expires_at?: string | null;
                        uses_max?: number | null;
                        metadata?: {
                            [key: string]: unknown;
                        } | null;
                        /**
                         * Format: slug
                         * @description The end of its address, for ever. Left out: one that nobody can guess.
                         */
                        slug?: string;
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                slug: string;
                                /** @description Where customers go. */
                                url: string;
                                name: string;
                                description: string | null;
                                amount: number | null;
                                min_amount: number | null;
                                max_amount: number | null;
                                /** @enum {string} */
                                currency: "NGN";
                                fields: {
                                    label: string;
                                    required: boolean;
                                    /** @description Of the answer, in metadata.custom_fields. */
                                    variable_name: string;
                                }[];
                                callback_url: string | null;
                                split_code: string | null;
                                channels: ("card" | "bank_transfer")[] | null;
                                /** @enum {unknown} */
                                fee_bearer: "business" | "customer";
                                active: boolean;
                                expires_at: string | null;
                                uses_max: number | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                payments: {
                                    /** @description How many were paid, and not refunded in full. */
                                    succeeded: number;
                                    /** @description Kobo that they brought, fees included. */
                                    amount: number;
                                    /** @description How many were begun, and are neither paid nor over. */
                                    open: number;
                                };
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at a payment link, and at what has come by it */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                slug: string;
                                /** @description Where customers go. */
                                url: string;
                                name: string;
                                description: string | null;
                                amount: number | null;
                                min_amount: number | null;
                                max_amount: number | null;
                                /** @enum {string} */
                                currency: "NGN";
                                fields: {
                                    label: string;
                                    required: boolean;
                                    /** @description Of the answer, in metadata.custom_fields. */
                                    variable_name: string;
                                }[];
                                callback_url: string | null;
                                split_code: string | null;
                                channels: ("card" | "bank_transfer")[] | null;
                                /** @enum {unknown} */
                                fee_bearer: "business" | "customer";
                                active: boolean;
                                expires_at: string | null;
                                uses_max: number | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                payments: {
                                    /** @description How many were paid, and not refunded in full. */
                                    succeeded: number;
                                    /** @description Kobo that they brought, fees included. */
                                    amount: number;
                                    /** @description How many were begun, and are neither paid nor over. */
                                    open: number;
                                };
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
        /**
         * Change a payment link, for payments that begin later
         * @description What is not sent stays as it is. An amount clears the bounds of one.
         */
        put: {
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
                    "application/json": {
                        /**
                         * Format: person-name
                         * @description Its headline.
                         */
                        name?: string;
                        description?: string | null;
                        amount?: number | null;
                        min_amount?: number | null;
                        max_amount?: number | null;
                        /** @description What else the customer is asked. The answers are in metadata.custom_fields. */
                        fields?: {
                            /** Format: person-name */
                            label: string;
                            required?: boolean;
                        }[];
                        callback_url?: string | null;
                        split_code?: string | null;
                        channels?: ("card" | "bank_transfer")[] | null;
                        /** @enum {unknown} */
                        fee_bearer?: "business" | "customer";
                        expires_at?: string | null;
                        uses_max?: number | null;
                        metadata?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description false: nothing can be begun by it. */
                        active?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                slug: string;
                                /** @description Where customers go. */
                                url: string;
                                name: string;
                                description: string | null;
                                amount: number | null;
                                min_amount: number | null;
                                max_amount: number | null;
                                /** @enum {string} */
                                currency: "NGN";
                                fields: {
                                    label: string;
                                    required: boolean;
                                    /** @description Of the answer, in metadata.custom_fields. */
                                    variable_name: string;
                                }[];
                                callback_url: string | null;
                                split_code: string | null;
                                channels: ("card" | "bank_transfer")[] | null;
                                /** @enum {unknown} */
                                fee_bearer: "business" | "customer";
                                active: boolean;
                                expires_at: string | null;
                                uses_max: number | null;
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                payments: {
                                    /** @description How many were paid, and not refunded in full. */
                                    succeeded: number;
                                    /** @description Kobo that they brought, fees included. */
                                    amount: number;
                                    /** @description How many were begun, and are neither paid nor over. */
                                    open: number;
                                };
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description When it was last changed. ISO 8601, UTC, milliseconds. */
                                updated_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** The QR code of its address, as SVG */
        get: {
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
                /** @description A picture. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/svg+xml": string;
                    };
                };
            };
        };
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
        /** The QR code of its address, as PNG */
        get: {
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
                /** @description A picture. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/png": string;
                    };
                };
            };
        };
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
        /** List refunds, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description The id or the reference of a payment. */
                    transaction?: string;
                    /** @description pending: the bank has not answered yet, and is asked until it does. processed: the money was sent back. failed: it will not be; you have it again. */
                    status?: "pending" | "processed" | "failed";
                    /** @description Refunds from this moment on. */
                    from?: string;
                    /** @description Refunds until this moment. */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Refund"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Send a payment back, or a part of it
         * @description It goes back to the card or the account that paid. All of it is taken from your wallet, first of what is available, then of what is pending: the fee is not given back, and those who share in the payment keep their parts. When all that was paid has gone back, the payment is reversed.
         */
        post: {
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
                     *       "reason": "One of two was sold out"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: reference
                         * @description The id or the reference of a payment that succeeded.
                         */
                        transaction: string;
                        /** @description Kobo; without it, all that is left, however little that is. */
                        amount?: number;
                        /**
                         * Format: not-blank
                         * @description For your own records.
                         */
                        reason?: string;
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Refund"];
                        };
                    };
                };
            };
        };
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
        /** Look at a refund */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Refund"];
                        };
                    };
                };
            };
        };
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
        /** List customers, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description The beginning of an e-mail address or a name; an id or a code. */
                    q?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Customer"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        /** Look at a customer */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description cus_… or CUS_… */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description cus_… */
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description CUS_… */
                                customer_code: string;
                                email: string;
                                first_name: string;
                                last_name: string;
                                name: string;
                                phone: string | null;
                                /** @description When they were first seen. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                totals: {
                                    /** @description How many payments succeeded. */
                                    paid: number;
                                    /** @description Kobo that they paid; refunds are not taken off. */
                                    volume: number;
                                    last_paid_at: string | null;
                                };
                                dedicated_virtual_account: components["schemas"]["DedicatedVirtualAccount"] | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** Sums and counts of payments, by day or hour in Lagos */
        get: {
            parameters: {
                query?: {
                    /** @description A day or a moment. By default 30 days before the end, or 24 h. */
                    from?: string;
                    /** @description A day, which is in it, or a moment. By default now. */
                    to?: string;
                    /** @description day by default. At most 93 days, or 168 hours. */
                    by?: "hour" | "day";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description The first moment of the range. ISO 8601, UTC, milliseconds. */
                                from: string;
                                /** @description Its end, which is not in it. ISO 8601, UTC, milliseconds. */
                                to: string;
                                /** @enum {unknown} */
                                by: "hour" | "day";
                                totals: {
                                    /** @description Kobo that was paid, by the moment of payment; refunds are not taken off. */
                                    volume: number;
                                    /** @description Payments that succeeded, by the moment of payment. */
                                    succeeded: number;
                                    /** @description Payments that were begun. */
                                    attempted: number;
                                    /** @description Kobo of fees with VAT, of what was paid. */
                                    fees: number;
                                    deposits: {
                                        /** @description Bank transfers that arrived, whatever they paid. */
                                        count: number;
                                        /** @description Kobo that they brought. */
                                        amount: number;
                                    };
                                    /** @description Of those that were begun. */
                                    failed: number;
                                    /** @description Of those that were begun. */
                                    abandoned: number;
                                    /** @description Of those that were begun: still open. */
                                    pending: number;
                                    /** @description Kobo that has gone back, by the moment at which it had. */
                                    refunded: number;
                                    success_rate_basis_points: number | null;
                                };
                                /** @description The oldest first, without a gap. */
                                buckets: {
                                    /** @description Of this day or hour in Lagos. ISO 8601, UTC, milliseconds. */
                                    start: string;
                                    /** @description Kobo that was paid, by the moment of payment; refunds are not taken off. */
                                    volume: number;
                                    /** @description Payments that succeeded, by the moment of payment. */
                                    succeeded: number;
                                    /** @description Payments that were begun. */
                                    attempted: number;
                                    /** @description Kobo of fees with VAT, of what was paid. */
                                    fees: number;
                                    deposits: {
                                        /** @description Bank transfers that arrived, whatever they paid. */
                                        count: number;
                                        /** @description Kobo that they brought. */
                                        amount: number;
                                    };
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at all that happened to a payment */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description The first one first. */
                                steps: {
                                    /** @description When it happened. ISO 8601, UTC, milliseconds. */
                                    at: string;
                                    /** @enum {unknown} */
                                    kind: "started" | "note" | "card" | "account" | "transfer" | "transfer_returned" | "succeeded" | "failed" | "abandoned" | "receipt" | "settlement" | "refund" | "reversed";
                                    /** @description For people. It may change. */
                                    title: string;
                                    detail: string | null;
                                }[];
                                /** @description What this payment and its refunds moved in the ledger. */
                                entries: {
                                    entry_id: string;
                                    /** @description When it was written. ISO 8601, UTC, milliseconds. */
                                    created_at: string;
                                    /** @description From where, in words. */
                                    debit: string;
                                    /** @description To where. */
                                    credit: string;
                                    /** @description Kobo. */
                                    amount: number;
                                    /** @enum {unknown} */
                                    state: "posted" | "held" | "hold_posted" | "hold_voided";
                                    /** @description In words. */
                                    reason: string;
                                }[];
                                /** @description Of the last 30 days. */
                                events: {
                                    id: string;
                                    type: string;
                                    /** @description When it happened. ISO 8601, UTC, milliseconds. */
                                    created_at: string;
                                    /**
                                     * @description Of its delivery; none: nobody was told.
                                     * @enum {unknown}
                                     */
                                    status: "pending" | "delivered" | "failed" | "none";
                                }[];
                                refunds: components["schemas"]["Refund"][];
                                split: {
                                    split_code: string;
                                    name: string;
                                    type: string;
                                    bearer_type: string;
                                    parts: {
                                        /** @enum {unknown} */
                                        party: "service" | "business" | "subaccount";
                                        subaccount: string | null;
                                        share: number | null;
                                        amount: number | null;
                                    }[];
                                } | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List payouts, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description pending: the amount is held, and the bank has not said yet what became of it. success: it was sent. failed: it never will be, and the amount is back in the wallet. reversed: it was sent and has come back since, and so has the amount. */
                    status?: "pending" | "success" | "failed" | "reversed";
                    reference?: string;
                    /** @description The code of a subaccount, ACCT_…. */
                    subaccount?: string;
                    /** @description Inclusive. */
                    from?: string;
                    /** @description Inclusive. */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Payout"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Pay out of the wallet to an account at a bank
         * @description The amount is held, then the bank is asked. Answers when the bank has; where it does not, the payout is pending, and we ask until it is known. Whatever comes of it is told by payout.success or payout.failed. One that was sent may come back within days, which is told by payout.reversed.
         */
        post: {
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
                    "application/json": {
                        /** @description Kobo, out of the available balance: 500000 is ₦5,000.00. */
                        amount: number;
                        /**
                         * Format: bank-code
                         * @description A code of the list of banks.
                         */
                        bank_code: string;
                        /**
                         * Format: account-number
                         * @description 10 digits.
                         */
                        account_number: string;
                        /**
                         * Format: reference
                         * @description Your name for this payout, once and for ever. The same one again with the same amount and account is the same payout.
                         */
                        reference?: string;
                        /**
                         * Format: one-line
                         * @description What it is for. The beneficiary reads it.
                         */
                        reason?: string;
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Payout"];
                        };
                    };
                };
            };
        };
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
        /** Look at a payout */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description pay_… */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Payout"];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        /** Show the webhook settings */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                url: string | null;
                                dedicated_virtual_account_url: string | null;
                                /** @description What is sent, to both addresses. */
                                events: string[];
                                endpoints: {
                                    standard: {
                                        /** @description The end of the secret, to tell which one it is. */
                                        secret_hint: string;
                                        old_secret_until: string | null;
                                        /** @description Attempts that failed since the last that did not. */
                                        failures: number;
                                        failing_since: string | null;
                                        next_probe_at: string | null;
                                        disabled_at: string | null;
                                        disabled_reason: ("gone" | "failing") | null;
                                    };
                                    dedicated_virtual_account: {
                                        /** @description The end of the secret, to tell which one it is. */
                                        secret_hint: string;
                                        old_secret_until: string | null;
                                        /** @description Attempts that failed since the last that did not. */
                                        failures: number;
                                        failing_since: string | null;
                                        next_probe_at: string | null;
                                        disabled_at: string | null;
                                        disabled_reason: ("gone" | "failing") | null;
                                    };
                                };
                                /** @description What you should know of your receivers: the last 20, the newest first. */
                                notices: {
                                    /** @enum {unknown} */
                                    which: "standard" | "dedicated_virtual_account";
                                    /** @enum {unknown} */
                                    kind: "failing_24h" | "failing_72h" | "turned_off";
                                    /** @description When it began to fail. ISO 8601, UTC, milliseconds. */
                                    since: string;
                                    url: string;
                                    /** @description When it was noticed. ISO 8601, UTC, milliseconds. */
                                    created_at: string;
                                }[];
                            };
                        };
                    };
                };
            };
        };
        /**
         * Change the webhook settings
         * @description What is not sent stays as it is.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        url?: string | null;
                        dedicated_virtual_account_url?: string | null;
                        /** @description Which events are sent, to both addresses. Of: transaction.success, transaction.failed, transaction.abandoned, transaction.displaced, transfer.received, bank_transfer.rejected, refund.processed, refund.failed, payout.success, payout.failed, payout.reversed, identity.verified, dedicated_virtual_account.created, card_testing.stopped, subaccount.account_change. */
                        events?: string[];
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                url: string | null;
                                dedicated_virtual_account_url: string | null;
                                /** @description What is sent, to both addresses. */
                                events: string[];
                                endpoints: {
                                    standard: {
                                        /** @description The end of the secret, to tell which one it is. */
                                        secret_hint: string;
                                        old_secret_until: string | null;
                                        /** @description Attempts that failed since the last that did not. */
                                        failures: number;
                                        failing_since: string | null;
                                        next_probe_at: string | null;
                                        disabled_at: string | null;
                                        disabled_reason: ("gone" | "failing") | null;
                                    };
                                    dedicated_virtual_account: {
                                        /** @description The end of the secret, to tell which one it is. */
                                        secret_hint: string;
                                        old_secret_until: string | null;
                                        /** @description Attempts that failed since the last that did not. */
                                        failures: number;
                                        failing_since: string | null;
                                        next_probe_at: string | null;
                                        disabled_at: string | null;
                                        disabled_reason: ("gone" | "failing") | null;
                                    };
                                };
                                /** @description What you should know of your receivers: the last 20, the newest first. */
                                notices: {
                                    /** @enum {unknown} */
                                    which: "standard" | "dedicated_virtual_account";
                                    /** @enum {unknown} */
                                    kind: "failing_24h" | "failing_72h" | "turned_off";
                                    /** @description When it began to fail. ISO 8601, UTC, milliseconds. */
                                    since: string;
                                    url: string;
                                    /** @description When it was noticed. ISO 8601, UTC, milliseconds. */
                                    created_at: string;
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
         * Replace a webhook secret
         * @description While the two overlap, X-Service-Signature is made with the old secret and webhook-signature carries one of each; afterwards both are made with the new one.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description The secret of which address.
                         * @enum {unknown}
                         */
                        which: "standard" | "dedicated_virtual_account";
                        /** @description How long the old secret stays valid. 0 when it has leaked. */
                        overlap_hours: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @enum {unknown} */
                                which: "standard" | "dedicated_virtual_account";
                                /** @description The new secret. It is shown this once. */
                                secret: string;
                                old_secret_until: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List the events of the last 30 days, and whether they were delivered */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    type?: "transaction.success" | "transaction.failed" | "transaction.abandoned" | "transaction.displaced" | "transfer.received" | "bank_transfer.rejected" | "refund.processed" | "refund.failed" | "payout.success" | "payout.failed" | "payout.reversed" | "identity.verified" | "dedicated_virtual_account.created" | "card_testing.stopped" | "subaccount.account_change" | "webhook.test";
                    status?: "pending" | "delivered" | "failed" | "none";
                    /** @description Events from this moment on. */
                    from?: string;
                    /** @description Events before this moment. */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Event"][];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** Fetch an event with its attempts */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                event: components["schemas"]["Event"];
                                /** @description The last first; at most 100. */
                                attempts: {
                                    attempt: number;
                                    url: string;
                                    status: number | null;
                                    error: string | null;
                                    latency_ms: number;
                                    /** @description The first 2 KB of it. */
                                    answer: string;
                                    /** @description When it was over. ISO 8601, UTC, milliseconds. */
                                    created_at: string;
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** Send an event again, also while its address is off */
        post: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Event"];
                        };
                    };
                };
            };
        };
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
         * Send all events of a time again
         * @description At most 100000 of them at once, the oldest first.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: timestamp
                         * @description The first moment of the range.
                         */
                        from: string;
                        /**
                         * Format: timestamp
                         * @description Its end, which is not in it; at most 30 days later.
                         */
                        to: string;
                        /** @description Only what could not be delivered. */
                        only_failed?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                events: number;
                            };
                        };
                    };
                };
            };
        };
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
         * Send a test event to one of your addresses
         * @description Its type is webhook.test; it is sent whatever is subscribed to.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description standard by default.
                         * @enum {unknown}
                         */
                        which?: "standard" | "dedicated_virtual_account";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Event"];
                        };
                    };
                };
            };
        };
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
        /** Test events as they happen, signed as a delivery is */
        get: {
            parameters: {
                query?: {
                    /** @description Events from this moment on; from now on by default. */
                    since?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events; data is JSON with headers and body of the delivery. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
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
        /** Make a bank transfer arrive */
        post: {
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
                    "application/json": {
                        /**
                         * Format: account-number
                         * @description Any account number that was issued to you in test mode.
                         */
                        account_number: string;
                        /** @description Kobo. */
                        amount: number;
                        /** Format: one-line */
                        sender_name?: string;
                        /** Format: bank-code */
                        sender_bank_code?: string;
                        /** Format: account-number */
                        sender_account_number?: string;
                        /** Format: one-line */
                        narration?: string;
                        /**
                         * Format: session-id
                         * @description The same one again is the same transfer, credited once. Where another business has used it already, the deposit has another one.
                         */
                        session_id?: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Deposit"];
                        };
                    };
                };
            };
        };
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
        /** Set the available balance of the wallet */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Kobo. */
                        amount: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description Kobo. */
                                available: number;
                                /** @enum {string} */
                                currency: "NGN";
                            };
                        };
                    };
                };
            };
        };
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
        /** List what would have been sent to people: codes, receipts, notices */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                channel: "sms" | "email";
                                /** @description A number is masked; an e-mail address is not. */
                                to: string;
                                subject: string | null;
                                text: string;
                                html: string | null;
                                otp: string | null;
                                /** @description When it was sent. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** End the time in which a payment can be made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    reference: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Transaction"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show when what is paid may be spent */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description With the payment; or on the first working day after it, as in live mode.
                                 * @enum {unknown}
                                 */
                                schedule: "instant" | "T+1";
                            };
                        };
                    };
                };
            };
        };
        /** Say when what is paid from now on may be spent */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description With the payment; or on the first working day after it, as in live mode.
                         * @enum {unknown}
                         */
                        schedule: "instant" | "T+1";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description With the payment; or on the first working day after it, as in live mode.
                                 * @enum {unknown}
                                 */
                                schedule: "instant" | "T+1";
                            };
                        };
                    };
                };
            };
        };
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
        /** Settle all that is pending, as if its day had come */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Settlement"][];
                        };
                    };
                };
            };
        };
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
         * Pay an open payment as its customer would
         * @description By transfer to an account number that is issued for it, or by a card that asks for its PIN and a code. What became of it is in the transaction: a declined card and a wrong amount leave it open.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
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
                    "application/json": {
                        /** @enum {unknown} */
                        channel: "card" | "bank_transfer";
                        /** @description Kobo. By bank_transfer only: another amount than was asked for, or more. */
                        amount?: number;
                        /**
                         * @description success by default. declined: by card only.
                         * @enum {unknown}
                         */
                        outcome?: "success" | "declined";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Transaction"];
                        };
                    };
                };
            };
        };
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
        /** List the rails, and which of your next calls of them go wrong */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description bank: accounts, transfers. card. identity: BVN, NIN. message: mail.
                                 * @enum {unknown}
                                 */
                                rail: "bank" | "card" | "identity" | "message";
                                outcome: ("down" | "timeout" | "refused") | null;
                                /** @description How many more calls; 0 where all go their way. */
                                times: number;
                            }[];
                        };
                    };
                };
            };
        };
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
         * Let your next calls of a rail go wrong
         * @description Of your own calls, in test mode. When it is answered, every process knows of it.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    rail: "bank" | "card" | "identity" | "message";
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
                    "application/json": {
                        /**
                         * @description down: the rail says that it is down. timeout: no answer, and nothing has arrived. refused: it says no, for good; what cannot be refused passes.
                         * @enum {unknown}
                         */
                        outcome: "down" | "timeout" | "refused";
                        /** @description How many of your next calls of this rail. 0: none any more. */
                        times: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description bank: accounts, transfers. card. identity: BVN, NIN. message: mail.
                                 * @enum {unknown}
                                 */
                                rail: "bank" | "card" | "identity" | "message";
                                outcome: ("down" | "timeout" | "refused") | null;
                                /** @description How many more calls; 0 where all go their way. */
                                times: number;
                            };
                        };
                    };
                };
            };
        };
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
        /** Show what the limits against card testing do */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description on: as in live mode. off: as many declined cards as your own tests need. paused: every card is told to wait (429 card_paused). stopped: every card is refused (403 card_testing_stopped).
                                 * @enum {unknown}
                                 */
                                limits: "on" | "off" | "paused" | "stopped";
                            };
                        };
                    };
                };
            };
        };
        /** Say what the limits against card testing do */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description on: as in live mode. off: as many declined cards as your own tests need. paused: every card is told to wait (429 card_paused). stopped: every card is refused (403 card_testing_stopped).
                         * @enum {unknown}
                         */
                        limits: "on" | "off" | "paused" | "stopped";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description on: as in live mode. off: as many declined cards as your own tests need. paused: every card is told to wait (429 card_paused). stopped: every card is refused (403 card_testing_stopped).
                                 * @enum {unknown}
                                 */
                                limits: "on" | "off" | "paused" | "stopped";
                            };
                        };
                    };
                };
            };
        };
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
         * Get a statement of the sandbox’s bank, as a file
         * @description It lists the transfers of your own business alone; a real statement lists those of every business. The operator imports it with `npm run reconcile`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Its first moment; by default yesterday’s in Lagos. */
                    from?: string;
                    /** @description Its end, which is not in it: at most 31 days later. By default a day later. */
                    to?: string;
                    /** @description csv by default. */
                    format?: "csv" | "json";
                    /** @description What the bank gets wrong, with commas: missing, extra, duplicate, late, wrong_amount. None by default. */
                    faults?: string;
                    /** @description The same seed makes the same faults: of one transfer in four. */
                    seed?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                        "application/json": {
                            rail: string;
                            /** @enum {string} */
                            mode: "test";
                            from: string;
                            to: string;
                            lines: {
                                session_id: string;
                                /** @enum {unknown} */
                                direction: "credit" | "debit";
                                /** @description Kobo. */
                                amount: number;
                                account_number: string;
                                narration: string;
                                occurred_at: string;
                            }[];
                        };
                    };
                };
            };
        };
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
        /** Look how far the examples are */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                state: "none" | "running" | "done" | "failed";
                                /** @description Days that are made. */
                                done: number;
                                /** @description Days that were asked for. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Make payments of the last days, to look at
         * @description Payments, refunds, deposits, settlements and verifications of a small store. It takes a while: ask how far it is. For a store with few payments of its own, and without a webhook address.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description How many, until today. */
                        days: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                state: "none" | "running" | "done" | "failed";
                                /** @description Days that are made. */
                                done: number;
                                /** @description Days that were asked for. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
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
         * Begin to verify a BVN or NIN: a code goes to the registered phone
         * @description Costs ₦50.00 of the wallet, and nothing where no code leaves. Both prefixes take both types. One number is taken five times in 24 hours, over all businesses.
         */
        post: {
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
                    "application/json": {
                        /** @enum {unknown} */
                        type: "BVN" | "NIN";
                        /**
                         * Format: eleven-digits
                         * @description The BVN or NIN: 11 digits.
                         */
                        number: string;
                        /** @description Kept sealed with the record, as your proof. */
                        consent?: {
                            /**
                             * Format: not-blank
                             * @description What the person agreed to, as the business recorded it.
                             */
                            text: string;
                            /**
                             * Format: ip-address
                             * @description Where they did.
                             */
                            ip?: string;
                            /**
                             * Format: timestamp
                             * @description When they did.
                             */
                            at?: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The code has left. See provider_response.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            /** @description Send it to validate. */
                            verification_id: string;
                            provider_response: {
                                /** @description The same as verification_id. */
                                _id: string;
                                /** @enum {string} */
                                status: "Pending";
                            };
                        };
                    };
                };
            };
        };
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
         * Begin to verify a BVN or NIN: a code goes to the registered phone
         * @description Costs ₦50.00 of the wallet, and nothing where no code leaves. Both prefixes take both types. One number is taken five times in 24 hours, over all businesses.
         */
        post: {
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
                    "application/json": {
                        /** @enum {unknown} */
                        type: "BVN" | "NIN";
                        /**
                         * Format: eleven-digits
                         * @description The BVN or NIN: 11 digits.
                         */
                        number: string;
                        /** @description Kept sealed with the record, as your proof. */
                        consent?: {
                            /**
                             * Format: not-blank
                             * @description What the person agreed to, as the business recorded it.
                             */
                            text: string;
                            /**
                             * Format: ip-address
                             * @description Where they did.
                             */
                            ip?: string;
                            /**
                             * Format: timestamp
                             * @description When they did.
                             */
                            at?: string;
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The code has left. See provider_response.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            /** @description Send it to validate. */
                            verification_id: string;
                            provider_response: {
                                /** @description The same as verification_id. */
                                _id: string;
                                /** @enum {string} */
                                status: "Pending";
                            };
                        };
                    };
                };
            };
        };
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
         * List the banks
         * @description In the order of their names. Those with a code of three digits, or all.
         */
        get: {
            parameters: {
                query?: {
                    /** @description true: also wallets and others, whose codes are longer. */
                    all?: "true" | "false";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                name: string;
                                /** @description What resolve takes as bank_code: a text, zeros in front too. */
                                code: string;
                                /** @description For addresses and logos. */
                                slug: string;
                                nip_code: string | null;
                                /** @enum {unknown} */
                                type: "commercial" | "merchant" | "payment_service" | "microfinance" | "mortgage" | "finance";
                            }[];
                        };
                    };
                };
            };
        };
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
         * Suggest the banks of an account number
         * @description Those of all banks whose check digit fits, the likeliest first. One bank in ten fits by chance, and wallets need not keep the check digit: let the customer choose.
         */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                name: string;
                                /** @description What resolve takes as bank_code: a text, zeros in front too. */
                                code: string;
                                /** @description For addresses and logos. */
                                slug: string;
                                nip_code: string | null;
                                /** @enum {unknown} */
                                type: "commercial" | "merchant" | "payment_service" | "microfinance" | "mortgage" | "finance";
                            }[];
                        };
                    };
                };
            };
        };
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
        /** Resolve an account number to the name of its holder */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: bank-code
                         * @description A code of the list.
                         */
                        bank_code: string;
                        /**
                         * Format: account-number
                         * @description 10 digits.
                         */
                        account_number: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description As the bank writes it, in capitals as a rule. */
                                account_name: string;
                                account_number: string;
                                /** @description As in the list, whichever spelling was sent. */
                                bank_code: string;
                                check_digit_valid: boolean | null;
                            };
                        };
                    };
                };
            };
        };
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
         * Start a payment with a public key and no code: a link or a form
         * @description Redirects (303) to the checkout. The customer can edit what a page sends: compare the amount of the verified transaction with your own price. callback_url must be at an origin of allowed_origins, or of default_callback_url; in test mode any will do. custom_fields and cancel_action of the metadata are kept, but neither shown nor followed. Errors are a page, or JSON with Accept: application/json. metadata[name]=value adds metadata. Any page may call this from a script: with Origin, which browsers add, and Accept: application/json the answer is JSON. Where allowed_origins are registered, only their pages may.
         */
        get: {
            parameters: {
                query: {
                    /** @description Your public key, pk_… */
                    key: string;
                    /** @description Kobo, digits only. */
                    amount: string;
                    /** @description The customer; for the receipt. */
                    email: string;
                    name?: string;
                    /** @description Your name for this payment, once and for ever. The same one again with the same amount and e-mail, while unpaid, is the same payment. */
                    reference?: string;
                    /** @description Where the customer returns to, with reference and trxref in the query. */
                    callback_url?: string;
                    split_code?: string;
                    /** @description card, bank_transfer or both. */
                    channels?: string;
                    /** @description A JSON object, as text; or metadata[name]=value for each. */
                    metadata?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description The checkout. */
                                authorization_url: string;
                                /** @description Secret: whoever has it may pay. */
                                access_code: string;
                                reference: string;
                                /** @description When it can no longer be paid. ISO 8601, UTC, milliseconds. */
                                expires_at: string;
                                /** @description Whether the page that asked may show the checkout in a frame. */
                                may_frame: boolean;
                            };
                        };
                    };
                };
                /** @description A browser that only looks ahead: nothing was made. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
        put?: never;
        /**
         * Start a payment with a public key and no code: a link or a form
         * @description Redirects (303) to the checkout. The customer can edit what a page sends: compare the amount of the verified transaction with your own price. callback_url must be at an origin of allowed_origins, or of default_callback_url; in test mode any will do. custom_fields and cancel_action of the metadata are kept, but neither shown nor followed. Errors are a page, or JSON with Accept: application/json. metadata[name]=value adds metadata. Any page may call this from a script: with Origin, which browsers add, and Accept: application/json the answer is JSON. Where allowed_origins are registered, only their pages may.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/x-www-form-urlencoded": {
                        /** @description Your public key, pk_… */
                        key: string;
                        /** @description Kobo, digits only. */
                        amount: string;
                        /**
                         * Format: email
                         * @description The customer; for the receipt.
                         */
                        email: string;
                        /** Format: one-line */
                        name?: string;
                        /**
                         * Format: reference
                         * @description Your name for this payment, once and for ever. The same one again with the same amount and e-mail, while unpaid, is the same payment.
                         */
                        reference?: string;
                        /**
                         * Format: web-address
                         * @description Where the customer returns to, with reference and trxref in the query.
                         */
                        callback_url?: string;
                        split_code?: string;
                        /** @description card, bank_transfer or both. */
                        channels?: string;
                        /** @description A JSON object, as text; or metadata[name]=value for each. */
                        metadata?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description The checkout. */
                                authorization_url: string;
                                /** @description Secret: whoever has it may pay. */
                                access_code: string;
                                reference: string;
                                /** @description When it can no longer be paid. ISO 8601, UTC, milliseconds. */
                                expires_at: string;
                                /** @description Whether the page that asked may show the checkout in a frame. */
                                may_frame: boolean;
                            };
                        };
                    };
                };
                /** @description A browser that only looks ahead: nothing was made. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
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
        /** Who is signed in, and what they may do */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                email: string;
                                name: string;
                                second_factor: boolean;
                                recovery_codes_left: number;
                                /** @description Until then nobody asks for the password again. ISO 8601, UTC, milliseconds. */
                                fresh_until: string;
                                is_operator: boolean;
                                businesses: {
                                    business_id: string;
                                    name: string;
                                    /** @enum {unknown} */
                                    role: "owner" | "developer" | "finance" | "support";
                                    live_activated_at: string | null;
                                    permissions: string[];
                                }[];
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /** Sign in with a password */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description second_factor: the code is missing still.
                                 * @enum {unknown}
                                 */
                                stage: "second_factor" | "open";
                            };
                        };
                    };
                };
            };
        };
        /** Sign out */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** Enter the code of the second step */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Six digits of the app, or a recovery code. */
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /**
                                 * @description second_factor: the code is missing still.
                                 * @enum {unknown}
                                 */
                                stage: "second_factor" | "open";
                            };
                        };
                    };
                };
            };
        };
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
        /** Enter the password once more, for what needs it */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        password: string;
                        /** @description Six digits of the app, or a recovery code. */
                        code?: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description Until then. ISO 8601, UTC, milliseconds. */
                                fresh_until: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Where you are signed in */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                session_id: string;
                                /** @description When it began. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description Its last request, to the minute. ISO 8601, UTC, milliseconds. */
                                seen_at: string;
                                address: string;
                                /** @description What the browser says that it is. */
                                agent: string;
                                is_current: boolean;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Sign out everywhere else */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** End a session of yours */
        delete: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** Change your password; every other session ends */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        current_password: string;
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** Have a link mailed that sets a new password */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: email */
                        email: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** Set a new password by the link of the mail; every session ends */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The last part of the link in the mail. */
                        token: string;
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                stage: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Begin two-step sign-in: a secret for an app */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description For typing in: base32. */
                                secret: string;
                                otpauth_url: string;
                                /** @description The same as a picture. */
                                qr_svg: string;
                            };
                        };
                    };
                };
            };
        };
        /** Turn two-step sign-in off */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** Turn two-step sign-in on, with the first code; every other session ends */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Six digits of the app, or a recovery code. */
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description Each is good once, without the app. They are shown this once. */
                                recovery_codes: string[];
                            };
                        };
                    };
                };
            };
        };
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
        /** Get new recovery codes; the old ones are good no longer */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description Each is good once, without the app. They are shown this once. */
                                recovery_codes: string[];
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at an invitation */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The last part of the link in the mail. */
                        token: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                email: string;
                                business_name: string;
                                /** @enum {unknown} */
                                role: "owner" | "developer" | "finance" | "support";
                                /** @description true: sign in, then accept. Else choose a password. */
                                has_login: boolean;
                            };
                        };
                    };
                };
            };
        };
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
        /** Accept an invitation */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The last part of the link in the mail. */
                        token: string;
                        /** Format: person-name */
                        name?: string;
                        password?: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** The team */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                login_id: string;
                                email: string;
                                name: string;
                                /** @enum {unknown} */
                                role: "owner" | "developer" | "finance" | "support";
                                second_factor: boolean;
                                seen_at: string | null;
                                /** @description Since when in the team. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                        };
                    };
                };
            };
        };
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
        /** Give somebody of the team another role */
        put: {
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
                    "application/json": {
                        /** @enum {unknown} */
                        role: "owner" | "developer" | "finance" | "support";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
        post?: never;
        /**
         * Take somebody out of the team, at once
         * @description Keys that they made stay good unless they are revoked with it.
         */
        delete: {
            parameters: {
                query?: {
                    /** @description true: every key that they made, in both modes, is revoked with it. */
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                keys_revoked: number;
                            };
                        };
                    };
                };
            };
        };
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
         * The keys that somebody made and that are still good
         * @description In both modes; of somebody who has left the team too.
         */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                key_id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /**
                                 * @description secret: for your server. public: for your pages; it can only start a payment.
                                 * @enum {unknown}
                                 */
                                kind: "secret" | "public";
                                /** @description How it begins and ends, to tell which one it is. */
                                hint: string;
                                /** @description What a secret key may do. read: every list and record. export: CSV files. payments: start payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: everything, and whatever is added later. A public key has none. */
                                scopes: ("read" | "export" | "payments" | "refunds" | "payouts" | "identity" | "settings" | "all")[];
                                /** @description The networks that it works from. Empty: from everywhere. */
                                allowed_ips: string[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                made_by: string | null;
                                last_used_at: string | null;
                                last_used_from: string | null;
                                expires_at: string | null;
                                revoked_at: string | null;
                            }[];
                        };
                    };
                };
            };
        };
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
        /** Invitations that are open */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                invitation_id: string;
                                email: string;
                                /** @enum {unknown} */
                                role: "owner" | "developer" | "finance" | "support";
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                /** @description Until when it can be accepted. ISO 8601, UTC, milliseconds. */
                                expires_at: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        /** Invite somebody into the team */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: email */
                        email: string;
                        /** @enum {unknown} */
                        role: "owner" | "developer" | "finance" | "support";
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                invitation_id: string;
                                link: string | null;
                                /** @description Until when it can be accepted. ISO 8601, UTC, milliseconds. */
                                expires_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Withdraw an invitation */
        delete: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: null;
                        };
                    };
                };
            };
        };
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
        /** What your team has done */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                /** @description In the chain, without a gap. */
                                number: number;
                                /** @description When. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                mode: ("test" | "live") | null;
                                /** @description Who. */
                                email: string;
                                /** @description From where. */
                                address: string;
                                /** @description What was asked for. */
                                action: string;
                                /** @description Of what. */
                                subject: string;
                                outcome: number | null;
                                /** @description The same on what was asked and on how it ended. */
                                request_id: string;
                                /** @description SHA-256 over this entry and the digest before it. */
                                digest: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** What operators have done, and who has signed in */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                /** @description In the chain, without a gap. */
                                number: number;
                                /** @description When. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                mode: ("test" | "live") | null;
                                /** @description Who. */
                                email: string;
                                /** @description From where. */
                                address: string;
                                /** @description What was asked for. */
                                action: string;
                                /** @description Of what. */
                                subject: string;
                                outcome: number | null;
                                /** @description The same on what was asked and on how it ended. */
                                request_id: string;
                                /** @description SHA-256 over this entry and the digest before it. */
                                digest: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * @description Those that are good first, and then the newest; at most 100.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                key_id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /**
                                 * @description secret: for your server. public: for your pages; it can only start a payment.
                                 * @enum {unknown}
                                 */
                                kind: "secret" | "public";
                                /** @description How it begins and ends, to tell which one it is. */
                                hint: string;
                                /** @description What a secret key may do. read: every list and record. export: CSV files. payments: start payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: everything, and whatever is added later. A public key has none. */
                                scopes: ("read" | "export" | "payments" | "refunds" | "payouts" | "identity" | "settings" | "all")[];
                                /** @description The networks that it works from. Empty: from everywhere. */
                                allowed_ips: string[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                made_by: string | null;
                                last_used_at: string | null;
                                last_used_from: string | null;
                                expires_at: string | null;
                                revoked_at: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Make a key
         * @description At most 20 of one mode are good at a time. Live keys are made once live mode is active, by the people of the business.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description secret: for your server. public: for your pages; it can only start a payment.
                         * @enum {unknown}
                         */
                        kind: "secret" | "public";
                        /** @description What a secret key may do. read: every list and record. export: CSV files. payments: start payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: everything, and whatever is added later. You can give what your role may do. Left out: all of that. */
                        scopes?: ("read" | "export" | "payments" | "refunds" | "payouts" | "identity" | "settings" | "all")[];
                        /** @description Addresses or networks (CIDR, IPv4 and IPv6) that a secret key works from, at most 20. Empty: from everywhere. */
                        allowed_ips?: string[];
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                key_id: string;
                                /** @description The key itself. It is shown this once. */
                                key: string;
                            };
                        };
                    };
                };
            };
        };
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
         * Put a new key in the place of one
         * @description The new key has the scopes and the allow-list of the old one. Each key is rolled once; of two who do it at the same time, one can.
         */
        post: {
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
                    "application/json": {
                        /** @description How long the old key stays good beside the new one. 0 when it has leaked. */
                        overlap_hours: number;
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                key_id: string;
                                /** @description The key itself. It is shown this once. */
                                key: string;
                            };
                        };
                    };
                };
            };
        };
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
         * Change what a secret key may do, or from where
         * @description What is not sent stays as it is. It holds within a second.
         */
        put: {
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
                    "application/json": {
                        /** @description What a secret key may do. read: every list and record. export: CSV files. payments: start payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: everything, and whatever is added later. You can give what your role may do. Left out: all of that. */
                        scopes?: ("read" | "export" | "payments" | "refunds" | "payouts" | "identity" | "settings" | "all")[];
                        /** @description Addresses or networks (CIDR, IPv4 and IPv6) that a secret key works from, at most 20. Empty: from everywhere. */
                        allowed_ips?: string[];
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                key_id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /**
                                 * @description secret: for your server. public: for your pages; it can only start a payment.
                                 * @enum {unknown}
                                 */
                                kind: "secret" | "public";
                                /** @description How it begins and ends, to tell which one it is. */
                                hint: string;
                                /** @description What a secret key may do. read: every list and record. export: CSV files. payments: start payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: everything, and whatever is added later. A public key has none. */
                                scopes: ("read" | "export" | "payments" | "refunds" | "payouts" | "identity" | "settings" | "all")[];
                                /** @description The networks that it works from. Empty: from everywhere. */
                                allowed_ips: string[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                made_by: string | null;
                                last_used_at: string | null;
                                last_used_from: string | null;
                                expires_at: string | null;
                                revoked_at: string | null;
                            };
                        };
                    };
                };
            };
        };
        post?: never;
        /**
         * End a key at once
         * @description The last one too: then nothing can be called until another is made.
         */
        delete: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                key_id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /**
                                 * @description secret: for your server. public: for your pages; it can only start a payment.
                                 * @enum {unknown}
                                 */
                                kind: "secret" | "public";
                                /** @description How it begins and ends, to tell which one it is. */
                                hint: string;
                                /** @description What a secret key may do. read: every list and record. export: CSV files. payments: start payments, payment links and customer accounts; the sandbox. refunds. payouts: pay out; subaccounts and splits. identity: BVN and NIN. settings: checkout and webhooks. all: everything, and whatever is added later. A public key has none. */
                                scopes: ("read" | "export" | "payments" | "refunds" | "payouts" | "identity" | "settings" | "all")[];
                                /** @description The networks that it works from. Empty: from everywhere. */
                                allowed_ips: string[];
                                /** @description When it was made. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                made_by: string | null;
                                last_used_at: string | null;
                                last_used_from: string | null;
                                expires_at: string | null;
                                revoked_at: string | null;
                                /** @description How many of its kind are still good, in this mode. */
                                left: number;
                            };
                        };
                    };
                };
            };
        };
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
         * Show a webhook secret
         * @description While a roll overlaps, the new one.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description The secret of which address.
                         * @enum {unknown}
                         */
                        endpoint: "webhook" | "dedicated_virtual_account";
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                secret: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Make a changed bank account effective at once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description acc_… */
                    change_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description ACCT_… */
                                subaccount: string;
                                /**
                                 * @description waiting: nothing is paid out to the subaccount. effective: the new account is paid. cancelled: the old one is, as before; or another change took its place.
                                 * @enum {unknown}
                                 */
                                status: "waiting" | "effective" | "cancelled";
                                from: {
                                    bank: {
                                        name: string;
                                        code: string;
                                    };
                                    account_number: string;
                                    /** @description As the bank writes it. */
                                    account_name: string;
                                };
                                to: {
                                    bank: {
                                        name: string;
                                        code: string;
                                    };
                                    account_number: string;
                                    /** @description As the bank writes it. */
                                    account_name: string;
                                };
                                /** @description The e-mail of a person, or a key. */
                                asked_by: string;
                                effective_at: string | null;
                                decided_by: string | null;
                                decided_at: string | null;
                                /** @description When it was asked for. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Cancel a change of a bank account */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description acc_… */
                    change_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @description ACCT_… */
                                subaccount: string;
                                /**
                                 * @description waiting: nothing is paid out to the subaccount. effective: the new account is paid. cancelled: the old one is, as before; or another change took its place.
                                 * @enum {unknown}
                                 */
                                status: "waiting" | "effective" | "cancelled";
                                from: {
                                    bank: {
                                        name: string;
                                        code: string;
                                    };
                                    account_number: string;
                                    /** @description As the bank writes it. */
                                    account_name: string;
                                };
                                to: {
                                    bank: {
                                        name: string;
                                        code: string;
                                    };
                                    account_number: string;
                                    /** @description As the bank writes it. */
                                    account_name: string;
                                };
                                /** @description The e-mail of a person, or a key. */
                                asked_by: string;
                                effective_at: string | null;
                                decided_by: string | null;
                                decided_at: string | null;
                                /** @description When it was asked for. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Show who makes a changed bank account effective */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description true: a changed bank account takes effect when a second person approves it, and never by itself. false: after 24 hours, or when a second person approves it. */
                                four_eyes: boolean;
                            };
                        };
                    };
                };
            };
        };
        /**
         * Choose who makes a changed bank account effective
         * @description For what is asked from now on. What waits stays as it was asked.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description true: a changed bank account takes effect when a second person approves it, and never by itself. false: after 24 hours, or when a second person approves it. */
                        four_eyes: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @description true: a changed bank account takes effect when a second person approves it, and never by itself. false: after 24 hours, or when a second person approves it. */
                                four_eyes: boolean;
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at how far live mode is */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                state: "not_asked" | "asked" | "active" | "refused";
                                asked_at: string | null;
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                note: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Ask for live mode
         * @description Once, and again after a refusal: then with what was wrong put right.
         */
        post: {
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
                    "application/json": {
                        /**
                         * Format: person-name
                         * @description As it is registered.
                         */
                        legal_name: string;
                        /**
                         * Format: registration-number
                         * @description At the Corporate Affairs Commission: RC or BN and digits.
                         */
                        registration_number: string;
                        /** Format: phone */
                        contact_phone: string;
                        website?: string | null;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                state: "not_asked" | "asked" | "active" | "refused";
                                asked_at: string | null;
                                decided_at: string | null;
                                legal_name: string | null;
                                registration_number: string | null;
                                contact_phone: string | null;
                                website: string | null;
                                note: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** List businesses, newest first */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description A part of the name or of the e-mail address, or the id. */
                    q?: string;
                    state?: "not_asked" | "asked" | "active" | "refused";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                                name: string;
                                email: string;
                                /** @description When it was opened. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                live_activated_at: string | null;
                                /** @enum {unknown} */
                                state: "not_asked" | "asked" | "active" | "refused";
                                asked_at: string | null;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
        put?: never;
        /**
         * Open a business, and invite its owner
         * @description In test mode, with play money in its wallet and without keys.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: person-name */
                        name: string;
                        /**
                         * Format: email
                         * @description Of its owner.
                         */
                        email: string;
                    };
                };
            };
            responses: {
                /** @description Made. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                                name: string;
                                email: string;
                                /** @description When it was opened. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                live_activated_at: string | null;
                                activation: {
                                    /** @enum {unknown} */
                                    state: "not_asked" | "asked" | "active" | "refused";
                                    asked_at: string | null;
                                    decided_at: string | null;
                                    legal_name: string | null;
                                    registration_number: string | null;
                                    contact_phone: string | null;
                                    website: string | null;
                                    note: string | null;
                                };
                                /** @description Live mode only once it is active. */
                                modes: {
                                    /** @enum {unknown} */
                                    domain: "test" | "live";
                                    fees: {
                                        /** @description Of a payment by checkout. Basis points: 150 is 1.5 %. */
                                        checkout_fee_basis_points: number;
                                        /** @description Added to it. Kobo. */
                                        checkout_fee_flat: number;
                                        /** @description Below this amount nothing is added. Kobo. */
                                        checkout_fee_flat_from: number;
                                        /** @description At most so much. Kobo. */
                                        checkout_fee_max: number;
                                        /** @description Of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                        dedicated_fee_basis_points: number;
                                        /** @description At most so much of a deposit. Kobo. */
                                        dedicated_fee_max: number;
                                    };
                                    settings: {
                                        /** @enum {unknown} */
                                        settlement: "instant" | "T+1";
                                        expiry_seconds: number;
                                        accept_overpayment: boolean;
                                        require_signed_requests: boolean;
                                        receipts: boolean;
                                    };
                                    balances: {
                                        /** @description What the business may spend. Kobo. */
                                        available: number;
                                        /** @description Paid to it and not yet settled. Kobo. */
                                        pending: number;
                                        /** @description Received for it, and on its way back. Kobo. */
                                        unmatched: number;
                                        /** @description What we took, without VAT. Kobo. */
                                        fees: number;
                                        /** @description VAT on that. Kobo. */
                                        vat: number;
                                    };
                                    webhooks: {
                                        /** @enum {unknown} */
                                        which: "standard" | "dedicated_virtual_account";
                                        url: string | null;
                                        /** @description Since its last success. */
                                        failures: number;
                                        failing_since: string | null;
                                        disabled_at: string | null;
                                    }[];
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** Look at a business, in both modes */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                                name: string;
                                email: string;
                                /** @description When it was opened. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                live_activated_at: string | null;
                                activation: {
                                    /** @enum {unknown} */
                                    state: "not_asked" | "asked" | "active" | "refused";
                                    asked_at: string | null;
                                    decided_at: string | null;
                                    legal_name: string | null;
                                    registration_number: string | null;
                                    contact_phone: string | null;
                                    website: string | null;
                                    note: string | null;
                                };
                                /** @description Live mode only once it is active. */
                                modes: {
                                    /** @enum {unknown} */
                                    domain: "test" | "live";
                                    fees: {
                                        /** @description Of a payment by checkout. Basis points: 150 is 1.5 %. */
                                        checkout_fee_basis_points: number;
                                        /** @description Added to it. Kobo. */
                                        checkout_fee_flat: number;
                                        /** @description Below this amount nothing is added. Kobo. */
                                        checkout_fee_flat_from: number;
                                        /** @description At most so much. Kobo. */
                                        checkout_fee_max: number;
                                        /** @description Of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                        dedicated_fee_basis_points: number;
                                        /** @description At most so much of a deposit. Kobo. */
                                        dedicated_fee_max: number;
                                    };
                                    settings: {
                                        /** @enum {unknown} */
                                        settlement: "instant" | "T+1";
                                        expiry_seconds: number;
                                        accept_overpayment: boolean;
                                        require_signed_requests: boolean;
                                        receipts: boolean;
                                    };
                                    balances: {
                                        /** @description What the business may spend. Kobo. */
                                        available: number;
                                        /** @description Paid to it and not yet settled. Kobo. */
                                        pending: number;
                                        /** @description Received for it, and on its way back. Kobo. */
                                        unmatched: number;
                                        /** @description What we took, without VAT. Kobo. */
                                        fees: number;
                                        /** @description VAT on that. Kobo. */
                                        vat: number;
                                    };
                                    webhooks: {
                                        /** @enum {unknown} */
                                        which: "standard" | "dedicated_virtual_account";
                                        url: string | null;
                                        /** @description Since its last success. */
                                        failures: number;
                                        failing_since: string | null;
                                        disabled_at: string | null;
                                    }[];
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
         * Activate live mode of a business that asked for it
         * @description Its people make its live keys themselves. No answer here shows one.
         */
        post: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                                name: string;
                                email: string;
                                /** @description When it was opened. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                live_activated_at: string | null;
                                activation: {
                                    /** @enum {unknown} */
                                    state: "not_asked" | "asked" | "active" | "refused";
                                    asked_at: string | null;
                                    decided_at: string | null;
                                    legal_name: string | null;
                                    registration_number: string | null;
                                    contact_phone: string | null;
                                    website: string | null;
                                    note: string | null;
                                };
                                /** @description Live mode only once it is active. */
                                modes: {
                                    /** @enum {unknown} */
                                    domain: "test" | "live";
                                    fees: {
                                        /** @description Of a payment by checkout. Basis points: 150 is 1.5 %. */
                                        checkout_fee_basis_points: number;
                                        /** @description Added to it. Kobo. */
                                        checkout_fee_flat: number;
                                        /** @description Below this amount nothing is added. Kobo. */
                                        checkout_fee_flat_from: number;
                                        /** @description At most so much. Kobo. */
                                        checkout_fee_max: number;
                                        /** @description Of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                        dedicated_fee_basis_points: number;
                                        /** @description At most so much of a deposit. Kobo. */
                                        dedicated_fee_max: number;
                                    };
                                    settings: {
                                        /** @enum {unknown} */
                                        settlement: "instant" | "T+1";
                                        expiry_seconds: number;
                                        accept_overpayment: boolean;
                                        require_signed_requests: boolean;
                                        receipts: boolean;
                                    };
                                    balances: {
                                        /** @description What the business may spend. Kobo. */
                                        available: number;
                                        /** @description Paid to it and not yet settled. Kobo. */
                                        pending: number;
                                        /** @description Received for it, and on its way back. Kobo. */
                                        unmatched: number;
                                        /** @description What we took, without VAT. Kobo. */
                                        fees: number;
                                        /** @description VAT on that. Kobo. */
                                        vat: number;
                                    };
                                    webhooks: {
                                        /** @enum {unknown} */
                                        which: "standard" | "dedicated_virtual_account";
                                        url: string | null;
                                        /** @description Since its last success. */
                                        failures: number;
                                        failing_since: string | null;
                                        disabled_at: string | null;
                                    }[];
                                }[];
                                /** @description false: no live rail is set up, and live calls are refused until one is. */
                                live_rail: boolean;
                            };
                        };
                    };
                };
            };
        };
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
        /** Refuse live mode to a business that asked for it */
        post: {
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
                    "application/json": {
                        /**
                         * Format: not-blank
                         * @description Why, and what to put right. The business reads it.
                         */
                        note: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                                name: string;
                                email: string;
                                /** @description When it was opened. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                live_activated_at: string | null;
                                activation: {
                                    /** @enum {unknown} */
                                    state: "not_asked" | "asked" | "active" | "refused";
                                    asked_at: string | null;
                                    decided_at: string | null;
                                    legal_name: string | null;
                                    registration_number: string | null;
                                    contact_phone: string | null;
                                    website: string | null;
                                    note: string | null;
                                };
                                /** @description Live mode only once it is active. */
                                modes: {
                                    /** @enum {unknown} */
                                    domain: "test" | "live";
                                    fees: {
                                        /** @description Of a payment by checkout. Basis points: 150 is 1.5 %. */
                                        checkout_fee_basis_points: number;
                                        /** @description Added to it. Kobo. */
                                        checkout_fee_flat: number;
                                        /** @description Below this amount nothing is added. Kobo. */
                                        checkout_fee_flat_from: number;
                                        /** @description At most so much. Kobo. */
                                        checkout_fee_max: number;
                                        /** @description Of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                        dedicated_fee_basis_points: number;
                                        /** @description At most so much of a deposit. Kobo. */
                                        dedicated_fee_max: number;
                                    };
                                    settings: {
                                        /** @enum {unknown} */
                                        settlement: "instant" | "T+1";
                                        expiry_seconds: number;
                                        accept_overpayment: boolean;
                                        require_signed_requests: boolean;
                                        receipts: boolean;
                                    };
                                    balances: {
                                        /** @description What the business may spend. Kobo. */
                                        available: number;
                                        /** @description Paid to it and not yet settled. Kobo. */
                                        pending: number;
                                        /** @description Received for it, and on its way back. Kobo. */
                                        unmatched: number;
                                        /** @description What we took, without VAT. Kobo. */
                                        fees: number;
                                        /** @description VAT on that. Kobo. */
                                        vat: number;
                                    };
                                    webhooks: {
                                        /** @enum {unknown} */
                                        which: "standard" | "dedicated_virtual_account";
                                        url: string | null;
                                        /** @description Since its last success. */
                                        failures: number;
                                        failing_since: string | null;
                                        disabled_at: string | null;
                                    }[];
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
         * Change what a business pays for payments from now on
         * @description What is not sent stays as it is.
         */
        put: {
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
                    "application/json": {
                        /** @enum {unknown} */
                        mode: "test" | "live";
                        /** @description Of a payment by checkout. Basis points: 150 is 1.5 %. */
                        checkout_fee_basis_points?: number;
                        /** @description Added to it. Kobo. */
                        checkout_fee_flat?: number;
                        /** @description Below this amount nothing is added. Kobo. */
                        checkout_fee_flat_from?: number;
                        /** @description At most so much. Kobo. */
                        checkout_fee_max?: number;
                        /** @description Of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                        dedicated_fee_basis_points?: number;
                        /** @description At most so much of a deposit. Kobo. */
                        dedicated_fee_max?: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                business_id: string;
                                name: string;
                                email: string;
                                /** @description When it was opened. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                                live_activated_at: string | null;
                                activation: {
                                    /** @enum {unknown} */
                                    state: "not_asked" | "asked" | "active" | "refused";
                                    asked_at: string | null;
                                    decided_at: string | null;
                                    legal_name: string | null;
                                    registration_number: string | null;
                                    contact_phone: string | null;
                                    website: string | null;
                                    note: string | null;
                                };
                                /** @description Live mode only once it is active. */
                                modes: {
                                    /** @enum {unknown} */
                                    domain: "test" | "live";
                                    fees: {
                                        /** @description Of a payment by checkout. Basis points: 150 is 1.5 %. */
                                        checkout_fee_basis_points: number;
                                        /** @description Added to it. Kobo. */
                                        checkout_fee_flat: number;
                                        /** @description Below this amount nothing is added. Kobo. */
                                        checkout_fee_flat_from: number;
                                        /** @description At most so much. Kobo. */
                                        checkout_fee_max: number;
                                        /** @description Of a deposit to a dedicated account. Basis points: 150 is 1.5 %. */
                                        dedicated_fee_basis_points: number;
                                        /** @description At most so much of a deposit. Kobo. */
                                        dedicated_fee_max: number;
                                    };
                                    settings: {
                                        /** @enum {unknown} */
                                        settlement: "instant" | "T+1";
                                        expiry_seconds: number;
                                        accept_overpayment: boolean;
                                        require_signed_requests: boolean;
                                        receipts: boolean;
                                    };
                                    balances: {
                                        /** @description What the business may spend. Kobo. */
                                        available: number;
                                        /** @description Paid to it and not yet settled. Kobo. */
                                        pending: number;
                                        /** @description Received for it, and on its way back. Kobo. */
                                        unmatched: number;
                                        /** @description What we took, without VAT. Kobo. */
                                        fees: number;
                                        /** @description VAT on that. Kobo. */
                                        vat: number;
                                    };
                                    webhooks: {
                                        /** @enum {unknown} */
                                        which: "standard" | "dedicated_virtual_account";
                                        url: string | null;
                                        /** @description Since its last success. */
                                        failures: number;
                                        failing_since: string | null;
                                        disabled_at: string | null;
                                    }[];
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** How the rails answer, in all processes */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                mode: "test" | "live";
                                /** @enum {unknown} */
                                rail: "bank" | "card" | "identity" | "message";
                                name: string | null;
                                /**
                                 * @description Of the last ten minutes: failing from 5 failures in 100 on, down from 50 on. missing: it is not configured any more, and something that it made waits for it.
                                 * @enum {unknown}
                                 */
                                state: "up" | "failing" | "down" | "quiet" | "missing";
                                last_success_at: string | null;
                                last_failure_at: string | null;
                                last_failure: ("down" | "unknown" | "threw") | null;
                                last_hour: {
                                    calls: number;
                                    /** @description down, unknown and threw together. */
                                    failures: number;
                                    /** @description The rail said that it is down. */
                                    down: number;
                                    /** @description No answer in time. */
                                    unknown: number;
                                    /** @description A fault in its adapter. */
                                    threw: number;
                                    /** @description Begun, and under way so far. */
                                    unanswered: number;
                                    p50_ms: number | null;
                                    p95_ms: number | null;
                                };
                                windows: {
                                    /** @description Five minutes from then. ISO 8601, UTC, milliseconds. */
                                    start: string;
                                    calls: number;
                                    /** @description down, unknown and threw together. */
                                    failures: number;
                                    /** @description The rail said that it is down. */
                                    down: number;
                                    /** @description No answer in time. */
                                    unknown: number;
                                    /** @description A fault in its adapter. */
                                    threw: number;
                                    /** @description Begun, and under way so far. */
                                    unanswered: number;
                                    p50_ms: number | null;
                                    p95_ms: number | null;
                                }[];
                                /** @description Of a missing rail: what waits until it is configured again. */
                                waiting: {
                                    what: string;
                                    count: number;
                                }[];
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
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
        /** When each background job ran, and what waits */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                chores: {
                                    name: string;
                                    every_ms: number;
                                    process: string;
                                    is_running: boolean;
                                    last_started_at: string | null;
                                    last_finished_at: string | null;
                                    last_duration_ms: number | null;
                                    /** @description By the last run that found anything. */
                                    handled: number;
                                    handled_at: string | null;
                                    /** @description In a row. */
                                    failures: number;
                                    last_error: string | null;
                                    last_failed_at: string | null;
                                    backlog: number | null;
                                }[];
                                backlogs: {
                                    what: string;
                                    chore: string | null;
                                    count: number;
                                    /** @description So many or more: no further was counted. */
                                    is_more: boolean;
                                }[];
                            };
                        };
                    };
                };
            };
        };
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
        /** The trial balance, and when all books were last verified */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                modes: {
                                    /** @enum {unknown} */
                                    mode: "test" | "live";
                                    accounts: {
                                        /** @description A kind of the chart; available/party and pending/party: of subaccounts. */
                                        account: string;
                                        /** @description How many there are. */
                                        accounts: number;
                                        /** @description Kobo, like all of them. */
                                        debits_posted: number;
                                        credits_posted: number;
                                        debits_held: number;
                                        credits_held: number;
                                        /** @description Credits less debits, posted. */
                                        balance: number;
                                    }[];
                                    total: {
                                        /** @description Kobo, like all of them. */
                                        debits_posted: number;
                                        credits_posted: number;
                                        debits_held: number;
                                        credits_held: number;
                                        /** @description Credits less debits, posted and held: 0. */
                                        difference: number;
                                    };
                                }[];
                                running: {
                                    id: string;
                                    /** @enum {unknown} */
                                    state: "asked" | "running" | "right" | "wrong" | "failed";
                                    asked_by: string;
                                    /** @description When. ISO 8601, UTC, milliseconds. */
                                    asked_at: string;
                                    started_at: string | null;
                                    finished_at: string | null;
                                    steps_done: number;
                                    steps: number;
                                    entries_read: number;
                                    findings: number;
                                    first_findings: string[];
                                } | null;
                                last: {
                                    id: string;
                                    /** @enum {unknown} */
                                    state: "asked" | "running" | "right" | "wrong" | "failed";
                                    asked_by: string;
                                    /** @description When. ISO 8601, UTC, milliseconds. */
                                    asked_at: string;
                                    started_at: string | null;
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
         * Verify all books now
         * @description It runs by itself: GET /operator/books tells how far it has come.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                modes: {
                                    /** @enum {unknown} */
                                    mode: "test" | "live";
                                    accounts: {
                                        /** @description A kind of the chart; available/party and pending/party: of subaccounts. */
                                        account: string;
                                        /** @description How many there are. */
                                        accounts: number;
                                        /** @description Kobo, like all of them. */
                                        debits_posted: number;
                                        credits_posted: number;
                                        debits_held: number;
                                        credits_held: number;
                                        /** @description Credits less debits, posted. */
                                        balance: number;
                                    }[];
                                    total: {
                                        /** @description Kobo, like all of them. */
                                        debits_posted: number;
                                        credits_posted: number;
                                        debits_held: number;
                                        credits_held: number;
                                        /** @description Credits less debits, posted and held: 0. */
                                        difference: number;
                                    };
                                }[];
                                running: {
                                    id: string;
                                    /** @enum {unknown} */
                                    state: "asked" | "running" | "right" | "wrong" | "failed";
                                    asked_by: string;
                                    /** @description When. ISO 8601, UTC, milliseconds. */
                                    asked_at: string;
                                    started_at: string | null;
                                    finished_at: string | null;
                                    steps_done: number;
                                    steps: number;
                                    entries_read: number;
                                    findings: number;
                                    first_findings: string[];
                                } | null;
                                last: {
                                    id: string;
                                    /** @enum {unknown} */
                                    state: "asked" | "running" | "right" | "wrong" | "failed";
                                    asked_by: string;
                                    /** @description When. ISO 8601, UTC, milliseconds. */
                                    asked_at: string;
                                    started_at: string | null;
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
        /** List the money that came for account numbers which nobody has */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description test by default. */
                    mode?: "test" | "live";
                    state?: "open" | "assigned";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @enum {unknown} */
                                state: "open" | "assigned";
                                rail: string;
                                /** @description Kobo. */
                                amount: number;
                                /** @description To which it came: nobody’s here. */
                                account_number: string;
                                sender_name: string;
                                sender_bank_code: string;
                                /** @description Masked: ******1234. */
                                sender_account_number: string;
                                narration: string;
                                session_id: string;
                                /** @description When it arrived at the bank. ISO 8601, UTC, milliseconds. */
                                received_at: string;
                                assigned_account_number: string | null;
                                assigned_by: string | null;
                                assigned_at: string | null;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** Say who would get such money, before it is assigned */
        get: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                account_number: string;
                                /** @enum {unknown} */
                                kind: "dedicated" | "wallet";
                                /** @description The customer, or the business whose wallet it is. */
                                name: string;
                                business_id: string;
                                business_name: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** Give such money, once, to the account that it was meant for */
        post: {
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
                    "application/json": {
                        /**
                         * Format: account-number
                         * @description A dedicated account, or the account of a wallet.
                         */
                        account_number: string;
                        /** @description Whose account it must be; else it is refused. */
                        business_id?: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: components["schemas"]["Deposit"];
                        };
                    };
                };
            };
        };
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
        /** List what a rail told and nobody booked */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                    /** @description test by default. */
                    mode?: "test" | "live";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                business_id: string;
                                /** @enum {unknown} */
                                domain: "test" | "live";
                                /** @enum {unknown} */
                                reason: "altered" | "unreadable";
                                rail: string;
                                session_id: string | null;
                                /** @description As it came, of an altered one the account masked. */
                                content: string;
                                /** @description When it came. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * List what providers have sent, the newest first
         * @description Of live mode and of the last thirty days. The content is not shown.
         */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                mode: "test" | "live";
                                rail: string;
                                /**
                                 * @description What came of it; due: not judged yet.
                                 * @enum {unknown}
                                 */
                                verdict: "due" | "credited" | "suspended" | "quarantined" | "enquired" | "not_found" | "ignored";
                                /** @description How often a job has tried to judge it. */
                                tries: number;
                                /** @description When it came. ISO 8601, UTC, milliseconds. */
                                received_at: string;
                                judged_at: string | null;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * Judge a notification again
         * @description Nothing is booked twice: what was credited is found again.
         */
        post: {
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                mode: "test" | "live";
                                rail: string;
                                /**
                                 * @description What came of it; due: not judged yet.
                                 * @enum {unknown}
                                 */
                                verdict: "due" | "credited" | "suspended" | "quarantined" | "enquired" | "not_found" | "ignored";
                                /** @description How often a job has tried to judge it. */
                                tries: number;
                                /** @description When it came. ISO 8601, UTC, milliseconds. */
                                received_at: string;
                                judged_at: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        /** What the banks’ statements say against the books, for each bank */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                /** @enum {unknown} */
                                mode: "test" | "live";
                                rail: string;
                                /** @description Nothing is left for a person to look at. */
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
                                    /** @description With the banks by the ledger; kobo. */
                                    clearing: number;
                                    /** @description By all movements: the same. */
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
                                /** @description Times of which no statement speaks. */
                                gaps: {
                                    from: string;
                                    to: string;
                                }[];
                                /** @description Days whose statement the rail was asked for, and has not given yet. */
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
         * List what does not agree and nobody has closed, the oldest first
         * @description By page: these lie in the order in which they happened at the bank.
         */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
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
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                /** @description What closes it, also by npm run reconcile -- close. */
                                id: string;
                                /** @enum {unknown} */
                                class: "wrong_amount" | "duplicate" | "theirs_only" | "ours_only";
                                /** @enum {unknown} */
                                mode: "test" | "live";
                                rail: string;
                                /** @enum {unknown} */
                                direction: "credit" | "debit";
                                session_id: string;
                                bank_amount: number | null;
                                our_amount: number | null;
                                /** @description When it happened. ISO 8601, UTC, milliseconds. */
                                occurred_at: string;
                                first: string | null;
                                /** @description What a person does about it. */
                                next: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
         * Close an exception for good, with the reason
         * @description For what needs nothing more. Nothing is booked.
         */
        post: {
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
                    "application/json": {
                        /** @description Why, on one line. */
                        note: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description The call worked. It says nothing of whether a payment did: see data.status.
                             * @enum {string}
                             */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                            };
                        };
                    };
                };
            };
        };
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
        /** List invitations and password resets that no mail server has taken */
        get: {
            parameters: {
                query?: {
                    /** @description From 1. For people; walk with cursor. */
                    page?: string;
                    /** @description 1 to 100, 50 by default. */
                    perPage?: string;
                    /** @description meta.next of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            status: "success";
                            message: string;
                            data: {
                                id: string;
                                /** @enum {unknown} */
                                channel: "sms" | "email";
                                /** @description A number is masked; an e-mail address is not. */
                                to: string;
                                subject: string | null;
                                text: string;
                                html: string | null;
                                otp: string | null;
                                /** @description When it was sent. ISO 8601, UTC, milliseconds. */
                                created_at: string;
                            }[];
                            meta: {
                                /** @description How many there are in all, counted up to 10000: 10000 means that many or more. */
                                total: number;
                                page: number;
                                perPage: number;
                                /** @description Of the total. Pages beyond it are there where the total is 10000 or more; a walk through many pages is quick by next, and slower with each page by number. */
                                pageCount: number;
                                next: string | null;
                            };
                        };
                    };
                };
            };
        };
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
        Error: {
            /** @enum {string} */
            status: "error";
            /** @description What your code matches on. Listed in docs/api/refusals.md. */
            code: string;
            /** @description For people. It may change. */
            message: string;
            /** @description Every wrong field, all at once; of very many the first 100. */
            errors?: {
                /** @description A dotted path into what you sent. */
                field: string;
                code: string;
                message: string;
            }[];
            /** @description With invalid_otp: how many more guesses are taken. */
            attempts_left?: number;
            /** @description With rail_timeout: the verification to ask about. */
            verification_id?: string;
            request_id: string;
        };
        Transaction: {
            /** @description A UUID. */
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            reference: string;
            /**
             * @description The state of the payment. Give value only on success, and compare amount.
             * @enum {unknown}
             */
            status: "pending" | "ongoing" | "success" | "failed" | "abandoned" | "reversed";
            /** @description Kobo: to pay, then really paid. */
            amount: number;
            /** @description Kobo that you asked for. */
            requested_amount: number;
            fees: number | null;
            fees_breakdown: {
                /** @enum {unknown} */
                type: "service" | "vat";
                amount: number;
            }[] | null;
            net_amount: number | null;
            /** @enum {string} */
            currency: "NGN";
            channel: ("card" | "bank_transfer" | "dedicated_virtual_account") | null;
            gateway_response: string;
            message: string | null;
            paid_at: string | null;
            /** @description When you asked for it. ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description Unpaid until then, it is abandoned. ISO 8601, UTC, milliseconds. */
            expires_at: string;
            ip_address: string | null;
            callback_url: string | null;
            /**
             * @description Who asked for it. secret_key: your server, or your team in the dashboard. public_key: a page; anybody who reads the key there may have chosen the amount. payment_link. deposit: nobody; a customer transferred to a dedicated account.
             * @enum {unknown}
             */
            made_with: "secret_key" | "public_key" | "payment_link" | "deposit";
            /** @description true: made with your public key under a reference that your server has used since. That reference now names the payment of your server; find this one by its id. */
            displaced: boolean;
            metadata: {
                [key: string]: unknown;
            } | null;
            customer: {
                id: string;
                customer_code: string;
                first_name: string;
                last_name: string;
                name: string;
                email: string;
                phone: string | null;
            };
            authorization: {
                [key: string]: unknown;
            } | null;
            split: {
                [key: string]: unknown;
            } | null;
            log: {
                attempts: number;
                errors: number;
                history: {
                    /** @enum {unknown} */
                    type: "action" | "auth" | "error" | "success";
                    message: string;
                    /** @description Seconds since created_at. */
                    time: number;
                }[];
            };
        };
        Deposit: {
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            /**
             * @description matched: it paid the transaction, or topped the wallet up. The others did not, and go back to their sender: unmatched, returning, returned; return_refused waits for a person.
             * @enum {unknown}
             */
            status: "matched" | "unmatched" | "returning" | "returned" | "return_refused";
            reason: ("amount_too_low" | "amount_too_high" | "late" | "already_paid" | "closed") | null;
            /** @description Kobo that arrived. */
            amount: number;
            /** @enum {string} */
            currency: "NGN";
            account_number: string;
            /**
             * @description Whose account it came to: a payment’s, a customer’s, or your own.
             * @enum {unknown}
             */
            account_kind: "one_off" | "dedicated" | "wallet";
            sender_name: string;
            sender_bank_code: string;
            /** @description Masked: ******1234. */
            sender_account_number: string;
            narration: string;
            /** @description Of the bank: one for each transfer. */
            session_id: string;
            return_session_id: string | null;
            transaction_id: string | null;
            /** @description When it arrived at the bank. ISO 8601, UTC, milliseconds. */
            received_at: string;
        };
        DedicatedVirtualAccount: {
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            /** @description Ten digits, this customer’s for ever. */
            account_number: string;
            /** @description BUSINESS NAME/CUSTOMER NAME */
            account_name: string;
            bank: {
                name: string;
                code: string;
                slug: string;
            };
            /** @enum {string} */
            currency: "NGN";
            /**
             * @description 3 with a BVN.
             * @enum {unknown}
             */
            tier: 1 | 3;
            /** @enum {boolean} */
            active: true;
            /** @description When it got its number. ISO 8601, UTC, milliseconds. */
            assigned_at: string;
            split_code: string | null;
            customer: {
                id: string;
                customer_code: string;
                first_name: string;
                last_name: string;
                name: string;
                email: string;
                phone: string | null;
                bvn: string | null;
            };
            /** @description When it was asked for. ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When it last changed. ISO 8601, UTC, milliseconds. */
            updated_at: string;
        };
        Verification: {
            _id: string;
            /** @description Your business. */
            clientId: string;
            /** @description *******1234; all eleven digits where providerResponse is there too. */
            identityNumber: string;
            /** @enum {unknown} */
            type: "BVN" | "NIN";
            /** @description The fee in naira, the one amount that is not in kobo: 50, or 0 if given back. */
            amount: number;
            /**
             * @description Pending: a code was sent. SUCCESS: it was right. FAILED: none was sent, and nothing was charged. LOCKED: five wrong ones. EXPIRED: ten minutes went by.
             * @enum {unknown}
             */
            status: "Pending" | "SUCCESS" | "FAILED" | "LOCKED" | "EXPIRED";
            /** @description The account number of your wallet. */
            debitAccountNumber: string;
            vat: number;
            stampDuty: number;
            isDeleted: boolean;
            otpVerified: boolean;
            otpResendCount: number;
            /** @description When it was begun. ISO 8601, UTC, milliseconds. */
            createdAt: string;
            /** @description When it last changed. ISO 8601, UTC, milliseconds. */
            updatedAt: string;
            __v: number;
            /** @description What became of the fee. */
            debitMessage: string;
            /** @description 200 taken, 202 held because no outcome is known yet, 204 given back. */
            debitResponsCode: number;
            /** @description 30 digits. */
            debitSessionId: string;
            /** @description The code that was sent last; empty where none was. */
            otpId: string;
            /** @enum {unknown} */
            domain: "test" | "live";
        };
        Payout: {
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            reference: string;
            /**
             * @description pending: the amount is held, and the bank has not said yet what became of it. success: it was sent. failed: it never will be, and the amount is back in the wallet. reversed: it was sent and has come back since, and so has the amount.
             * @enum {unknown}
             */
            status: "pending" | "success" | "failed" | "reversed";
            /** @description Kobo. */
            amount: number;
            /** @enum {string} */
            currency: "NGN";
            bank: {
                name: string;
                code: string;
            };
            account_number: string;
            /** @description As the bank writes it. */
            account_name: string;
            reason: string | null;
            subaccount: string | null;
            failure: string | null;
            session_id: string | null;
            /** @description When you asked for it. ISO 8601, UTC, milliseconds. */
            created_at: string;
            completed_at: string | null;
            reversed_at: string | null;
        };
        Event: {
            /** @description As in X-Service-Event-Id and webhook-id. */
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            /** @enum {unknown} */
            type: "transaction.success" | "transaction.failed" | "transaction.abandoned" | "transaction.displaced" | "transfer.received" | "bank_transfer.rejected" | "refund.processed" | "refund.failed" | "payout.success" | "payout.failed" | "payout.reversed" | "identity.verified" | "dedicated_virtual_account.created" | "card_testing.stopped" | "subaccount.account_change" | "webhook.test";
            /** @description When it happened. ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description The body, byte for byte as it is signed and sent. */
            payload: string;
            delivery: {
                /** @enum {unknown} */
                status: "pending" | "delivered" | "failed";
                /**
                 * @description Of which address, last.
                 * @enum {unknown}
                 */
                address: "standard" | "dedicated_virtual_account";
                attempts: number;
                next_at: string | null;
                last_status: number | null;
                last_error: string | null;
            } | null;
        };
        Refund: {
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            /** @description The id of the payment: a UUID. */
            transaction: string;
            transaction_reference: string;
            /**
             * @description pending: the bank has not answered yet, and is asked until it does. processed: the money was sent back. failed: it will not be; you have it again.
             * @enum {unknown}
             */
            status: "pending" | "processed" | "failed";
            /** @description Kobo that go back to the customer. */
            amount: number;
            /** @enum {string} */
            currency: "NGN";
            reason: string | null;
            /**
             * @description How it was paid; it goes back the same way.
             * @enum {unknown}
             */
            channel: "card" | "bank_transfer" | "dedicated_virtual_account";
            session_id: string | null;
            failure: string | null;
            /** @description When you asked for it. ISO 8601, UTC, milliseconds. */
            created_at: string;
            processed_at: string | null;
        };
        Settlement: {
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            /** @enum {string} */
            status: "settled";
            subaccount: string | null;
            /** @description Kobo that became available. */
            amount: number;
            /** @enum {string} */
            currency: "NGN";
            /** @description How many payments and refunds are in it. */
            items: number;
            /** @description What was paid before this moment is in it. ISO 8601, UTC, milliseconds. */
            paid_before: string;
            /** @description When it became available. ISO 8601, UTC, milliseconds. */
            settled_at: string;
        };
        Customer: {
            /** @description cus_… */
            id: string;
            /** @enum {unknown} */
            domain: "test" | "live";
            /** @description CUS_… */
            customer_code: string;
            email: string;
            first_name: string;
            last_name: string;
            name: string;
            phone: string | null;
            /** @description When they were first seen. ISO 8601, UTC, milliseconds. */
            created_at: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
