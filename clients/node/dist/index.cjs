"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// clients/node/src/index.ts
var index_exports = {};
__export(index_exports, {
  ApiError: () => ApiError,
  ConnectionError: () => ConnectionError,
  Cowrie: () => Cowrie,
  CowrieError: () => CowrieError,
  WebhookError: () => WebhookError,
  webhooks: () => webhooks
});
module.exports = __toCommonJS(index_exports);

// scripts/clients/web-crypto.mjs
var import_node_crypto = require("node:crypto");

// clients/node/src/errors.ts
var CowrieError = class extends Error {
  code;
  /** The HTTP status of the answer, if there was one. */
  status;
  /** Quote it when you report a problem. */
  requestId;
  /** Each invalid field of a 400. */
  fields = [];
  /** What was sent: with it, the same call can be made again later and has one effect. */
  idempotencyKey;
  constructor(code, message, more = {}) {
    super(message, more.cause === void 0 ? void 0 : { cause: more.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = more.status;
    this.requestId = more.requestId;
  }
};
var ApiError = class extends CowrieError {
  fields;
  /** How many seconds to wait before the next attempt, if the service said so. */
  retryAfter;
  /** The whole answer, where it was JSON. */
  body;
  constructor(status, headers, body) {
    const message = body?.message ?? `HTTP ${status}, not a response from Cowrie. Is baseUrl right?`;
    const requestId = body?.request_id ?? headers.get("x-request-id") ?? void 0;
    super(body?.code ?? `http_${status}`, message, { status, requestId });
    const after = headers.get("retry-after") ?? "";
    this.fields = body?.errors ?? [];
    this.retryAfter = /^\d{1,9}$/.test(after) ? Number(after) : void 0;
    this.body = body;
  }
};
var ConnectionError = class extends CowrieError {
};
var WebhookError = class extends CowrieError {
};

// clients/node/src/generated.ts
var API_VERSION = "2026-12-01";
var Resources = class {
};
var operations = {
  transactions: {
    initialize: { http: "POST", path: "/api/v1/transactions/initialize", takes: "body", gives: "data", key: true, tag: false },
    verify: { http: "GET", path: "/api/v1/transactions/verify/{reference}", takes: null, gives: "data", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/transactions/{id}", takes: null, gives: "data", key: false, tag: false },
    list: { http: "GET", path: "/api/v1/transactions", takes: "query", gives: "page", key: false, tag: false },
    count: { http: "GET", path: "/api/v1/transactions/counts", takes: "query", gives: "data", key: false, tag: false },
    export: { http: "GET", path: "/api/v1/transactions/export", takes: "query", gives: "text", key: false, tag: false },
    cancel: { http: "POST", path: "/api/v1/transactions/{id}/cancel", takes: null, gives: "data", key: true, tag: false },
    review: { http: "POST", path: "/api/v1/transactions/{id}/review", takes: "body", gives: "data", key: true, tag: false },
    chargeAuthorization: { http: "POST", path: "/api/v1/transactions/charge-authorization", takes: "body", gives: "data", key: true, tag: false },
    getTimeline: { http: "GET", path: "/api/v1/transactions/{id}/timeline", takes: null, gives: "data", key: false, tag: false }
  },
  splits: {
    calculate: { http: "POST", path: "/api/v1/splits/calculate", takes: "body", gives: "data", key: true, tag: false },
    list: { http: "GET", path: "/api/v1/splits", takes: "query", gives: "page", key: false, tag: false },
    create: { http: "POST", path: "/api/v1/splits", takes: "body", gives: "data", key: true, tag: true },
    get: { http: "GET", path: "/api/v1/splits/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/splits/{id}", takes: "body", gives: "data", key: true, tag: true },
    addSubaccount: { http: "POST", path: "/api/v1/splits/{id}/subaccounts", takes: "body", gives: "data", key: true, tag: true },
    removeSubaccount: { http: "DELETE", path: "/api/v1/splits/{id}/subaccounts/{subaccount_id}", takes: null, gives: "data", key: false, tag: true }
  },
  dedicatedVirtualAccounts: {
    create: { http: "POST", path: "/api/v1/dedicated-virtual-accounts", takes: "body", gives: "data", key: true, tag: true },
    list: { http: "GET", path: "/api/v1/dedicated-virtual-accounts", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/dedicated-virtual-accounts/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/dedicated-virtual-accounts/{id}", takes: "body", gives: "data", key: true, tag: true }
  },
  balance: {
    get: { http: "GET", path: "/api/v1/balance", takes: null, gives: "data", key: false, tag: false },
    listLedger: { http: "GET", path: "/api/v1/balance/ledger", takes: "query", gives: "page", key: false, tag: false },
    getHistory: { http: "GET", path: "/api/v1/balance/history", takes: "query", gives: "data", key: false, tag: false },
    exportMonth: { http: "GET", path: "/api/v1/balance/month", takes: "query", gives: "bytes", key: false, tag: false }
  },
  subaccounts: {
    list: { http: "GET", path: "/api/v1/subaccounts", takes: "query", gives: "page", key: false, tag: false },
    create: { http: "POST", path: "/api/v1/subaccounts", takes: "body", gives: "data", key: true, tag: true },
    get: { http: "GET", path: "/api/v1/subaccounts/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/subaccounts/{id}", takes: "body", gives: "data", key: true, tag: true }
  },
  accountChanges: {
    list: { http: "GET", path: "/api/v1/account-changes", takes: null, gives: "data", key: false, tag: false }
  },
  settlements: {
    list: { http: "GET", path: "/api/v1/settlements", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/settlements/{id}", takes: null, gives: "data", key: false, tag: false },
    getTotals: { http: "GET", path: "/api/v1/settlements/{id}/totals", takes: null, gives: "data", key: false, tag: false },
    export: { http: "GET", path: "/api/v1/settlements/{id}/statement", takes: null, gives: "text", key: false, tag: false },
    listItems: { http: "GET", path: "/api/v1/settlements/{id}/items", takes: "query", gives: "page", key: false, tag: false }
  },
  deposits: {
    list: { http: "GET", path: "/api/v1/deposits", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/deposits/{id}", takes: null, gives: "data", key: false, tag: false },
    listQuarantined: { http: "GET", path: "/api/v1/deposits/quarantine", takes: "query", gives: "page", key: false, tag: false }
  },
  bvn: {
    validateOtp: { http: "POST", path: "/api/v1/bvn/validate", takes: "body", gives: "data", key: true, tag: false },
    resendOtp: { http: "POST", path: "/api/v1/bvn/resend", takes: "body", gives: "data", key: true, tag: false },
    initiateVerification: { http: "POST", path: "/api/v1/bvn/verify", takes: "body", gives: "whole", key: true, tag: false }
  },
  identity: {
    validateOtp: { http: "POST", path: "/api/v1/identity/validate", takes: "body", gives: "data", key: true, tag: false },
    resendOtp: { http: "POST", path: "/api/v1/identity/resend", takes: "body", gives: "data", key: true, tag: false },
    get: { http: "GET", path: "/api/v1/identity/{id}", takes: null, gives: "data", key: false, tag: false },
    list: { http: "GET", path: "/api/v1/identity", takes: "query", gives: "page", key: false, tag: false },
    initiateVerification: { http: "POST", path: "/api/v1/identity/verify", takes: "body", gives: "whole", key: true, tag: false }
  },
  settings: {
    get: { http: "GET", path: "/api/v1/settings", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PUT", path: "/api/v1/settings", takes: "body", gives: "data", key: false, tag: true },
    getCheckout: { http: "GET", path: "/api/v1/settings/checkout", takes: null, gives: "data", key: false, tag: true },
    updateCheckout: { http: "PUT", path: "/api/v1/settings/checkout", takes: "body", gives: "data", key: false, tag: true },
    getFees: { http: "GET", path: "/api/v1/settings/fees", takes: null, gives: "data", key: false, tag: false }
  },
  paymentLinks: {
    create: { http: "POST", path: "/api/v1/payment-links", takes: "body", gives: "data", key: true, tag: true },
    list: { http: "GET", path: "/api/v1/payment-links", takes: "query", gives: "page", key: false, tag: false },
    update: { http: "PATCH", path: "/api/v1/payment-links/{id}", takes: "body", gives: "data", key: true, tag: true },
    get: { http: "GET", path: "/api/v1/payment-links/{id}", takes: null, gives: "data", key: false, tag: true },
    getQrSvg: { http: "GET", path: "/api/v1/payment-links/{id}/qr.svg", takes: null, gives: "text", key: false, tag: false },
    getQrPng: { http: "GET", path: "/api/v1/payment-links/{id}/qr.png", takes: null, gives: "bytes", key: false, tag: false }
  },
  refunds: {
    create: { http: "POST", path: "/api/v1/refunds", takes: "body", gives: "data", key: true, tag: false },
    list: { http: "GET", path: "/api/v1/refunds", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/refunds/{id}", takes: null, gives: "data", key: false, tag: false }
  },
  disputes: {
    list: { http: "GET", path: "/api/v1/disputes", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/disputes/{id}", takes: null, gives: "data", key: false, tag: false },
    draftEvidence: { http: "GET", path: "/api/v1/disputes/{id}/draft", takes: null, gives: "data", key: false, tag: false },
    getFile: { http: "GET", path: "/api/v1/disputes/{id}/files/{number}", takes: null, gives: "bytes", key: false, tag: false },
    contest: { http: "POST", path: "/api/v1/disputes/{id}/evidence", takes: "body", gives: "data", key: true, tag: false },
    accept: { http: "POST", path: "/api/v1/disputes/{id}/accept", takes: null, gives: "data", key: true, tag: false }
  },
  rules: {
    create: { http: "POST", path: "/api/v1/rules", takes: "body", gives: "data", key: true, tag: true },
    list: { http: "GET", path: "/api/v1/rules", takes: "query", gives: "page", key: false, tag: false },
    tryOut: { http: "POST", path: "/api/v1/rules/try", takes: "body", gives: "data", key: true, tag: false },
    get: { http: "GET", path: "/api/v1/rules/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/rules/{id}", takes: "body", gives: "data", key: true, tag: true },
    delete: { http: "DELETE", path: "/api/v1/rules/{id}", takes: null, gives: "data", key: false, tag: false }
  },
  refundLinks: {
    create: { http: "POST", path: "/api/v1/refund-links", takes: "body", gives: "data", key: true, tag: false },
    list: { http: "GET", path: "/api/v1/refund-links", takes: "query", gives: "page", key: false, tag: false },
    cancel: { http: "POST", path: "/api/v1/refund-links/{id}/cancel", takes: null, gives: "data", key: true, tag: false },
    get: { http: "GET", path: "/api/v1/refund-links/{id}", takes: null, gives: "data", key: false, tag: false }
  },
  customers: {
    create: { http: "POST", path: "/api/v1/customers", takes: "body", gives: "data", key: true, tag: true },
    list: { http: "GET", path: "/api/v1/customers", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/customers/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/customers/{id}", takes: "body", gives: "data", key: true, tag: true },
    createMandate: { http: "POST", path: "/api/v1/customers/{id}/mandates", takes: "body", gives: "data", key: true, tag: false },
    listAuthorizations: { http: "GET", path: "/api/v1/customers/{id}/authorizations", takes: "query", gives: "page", key: false, tag: false },
    fetchAuthorization: { http: "GET", path: "/api/v1/customers/{id}/authorizations/{authorization_code}", takes: null, gives: "data", key: false, tag: false },
    deactivateAuthorization: { http: "DELETE", path: "/api/v1/customers/{id}/authorizations/{authorization_code}", takes: null, gives: "data", key: false, tag: false }
  },
  plans: {
    create: { http: "POST", path: "/api/v1/plans", takes: "body", gives: "data", key: true, tag: true },
    list: { http: "GET", path: "/api/v1/plans", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/plans/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/plans/{id}", takes: "body", gives: "data", key: true, tag: true }
  },
  subscriptions: {
    create: { http: "POST", path: "/api/v1/subscriptions", takes: "body", gives: "data", key: true, tag: true },
    list: { http: "GET", path: "/api/v1/subscriptions", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/subscriptions/{id}", takes: null, gives: "data", key: false, tag: true },
    update: { http: "PATCH", path: "/api/v1/subscriptions/{id}", takes: "body", gives: "data", key: true, tag: true },
    cancel: { http: "POST", path: "/api/v1/subscriptions/{id}/cancel", takes: "body", gives: "data", key: true, tag: false },
    pause: { http: "POST", path: "/api/v1/subscriptions/{id}/pause", takes: null, gives: "data", key: true, tag: false },
    resume: { http: "POST", path: "/api/v1/subscriptions/{id}/resume", takes: null, gives: "data", key: true, tag: false },
    listInvoices: { http: "GET", path: "/api/v1/subscriptions/{id}/invoices", takes: "query", gives: "page", key: false, tag: false }
  },
  statistics: {
    get: { http: "GET", path: "/api/v1/statistics", takes: "query", gives: "data", key: false, tag: false }
  },
  payouts: {
    create: { http: "POST", path: "/api/v1/payouts", takes: "body", gives: "data", key: true, tag: false },
    list: { http: "GET", path: "/api/v1/payouts", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/payouts/{id}", takes: null, gives: "data", key: false, tag: false }
  },
  payoutBatches: {
    createBatch: { http: "POST", path: "/api/v1/payout-batches", takes: "body", gives: "data", key: true, tag: false },
    list: { http: "GET", path: "/api/v1/payout-batches", takes: "query", gives: "page", key: false, tag: false },
    checkBatch: { http: "POST", path: "/api/v1/payout-batches/check", takes: "body", gives: "data", key: true, tag: false },
    getBatch: { http: "GET", path: "/api/v1/payout-batches/{id}", takes: null, gives: "data", key: false, tag: false },
    listBatch: { http: "GET", path: "/api/v1/payout-batches/{id}/payouts", takes: "query", gives: "page", key: false, tag: false },
    getBatchResults: { http: "GET", path: "/api/v1/payout-batches/{id}/results", takes: null, gives: "text", key: false, tag: false },
    sendBatch: { http: "POST", path: "/api/v1/payout-batches/{id}/send", takes: null, gives: "data", key: true, tag: false },
    cancelBatch: { http: "POST", path: "/api/v1/payout-batches/{id}/cancel", takes: null, gives: "data", key: true, tag: false }
  },
  webhooks: {
    get: { http: "GET", path: "/api/v1/webhooks", takes: null, gives: "data", key: false, tag: false },
    update: { http: "PUT", path: "/api/v1/webhooks", takes: "body", gives: "data", key: false, tag: false },
    rollSecret: { http: "POST", path: "/api/v1/webhooks/roll-secret", takes: "body", gives: "data", key: true, tag: false },
    listEndpoints: { http: "GET", path: "/api/v1/webhooks/endpoints", takes: null, gives: "data", key: false, tag: false },
    createEndpoint: { http: "POST", path: "/api/v1/webhooks/endpoints", takes: "body", gives: "data", key: true, tag: true },
    getEndpoint: { http: "GET", path: "/api/v1/webhooks/endpoints/{id}", takes: null, gives: "data", key: false, tag: true },
    updateEndpoint: { http: "PATCH", path: "/api/v1/webhooks/endpoints/{id}", takes: "body", gives: "data", key: true, tag: true },
    deleteEndpoint: { http: "DELETE", path: "/api/v1/webhooks/endpoints/{id}", takes: null, gives: "data", key: false, tag: false },
    rollEndpointSecret: { http: "POST", path: "/api/v1/webhooks/endpoints/{id}/roll-secret", takes: "body", gives: "data", key: true, tag: false },
    testEndpoint: { http: "POST", path: "/api/v1/webhooks/endpoints/{id}/test", takes: null, gives: "data", key: true, tag: false },
    getSigningKey: { http: "GET", path: "/api/v1/webhooks/signing-key", takes: null, gives: "data", key: false, tag: false },
    updateSigningKey: { http: "PUT", path: "/api/v1/webhooks/signing-key", takes: "body", gives: "data", key: false, tag: false },
    sendTestEvent: { http: "POST", path: "/api/v1/webhooks/test", takes: "body", gives: "data", key: true, tag: false }
  },
  events: {
    list: { http: "GET", path: "/api/v1/events", takes: "query", gives: "page", key: false, tag: false },
    get: { http: "GET", path: "/api/v1/events/{id}", takes: null, gives: "data", key: false, tag: false },
    resend: { http: "POST", path: "/api/v1/events/{id}/resend", takes: "query", gives: "data", key: true, tag: false },
    resendMany: { http: "POST", path: "/api/v1/events/resend", takes: "body", gives: "data", key: true, tag: false }
  },
  sandbox: {
    simulateTransfer: { http: "POST", path: "/api/v1/sandbox/transfers", takes: "body", gives: "data", key: true, tag: false },
    dialUssdCode: { http: "POST", path: "/api/v1/sandbox/ussd", takes: "body", gives: "data", key: true, tag: false },
    setBalance: { http: "POST", path: "/api/v1/sandbox/wallet", takes: "body", gives: "data", key: true, tag: false },
    listMessages: { http: "GET", path: "/api/v1/sandbox/messages", takes: "query", gives: "page", key: false, tag: false },
    expireTransaction: { http: "POST", path: "/api/v1/sandbox/transactions/{reference}/expire", takes: null, gives: "data", key: true, tag: false },
    getSettlementSchedule: { http: "GET", path: "/api/v1/sandbox/settlements/schedule", takes: null, gives: "data", key: false, tag: false },
    updateSettlementSchedule: { http: "PUT", path: "/api/v1/sandbox/settlements/schedule", takes: "body", gives: "data", key: false, tag: false },
    settlePending: { http: "POST", path: "/api/v1/sandbox/settlements", takes: null, gives: "data", key: true, tag: false },
    payTransaction: { http: "POST", path: "/api/v1/sandbox/transactions/{reference}/pay", takes: "body", gives: "data", key: true, tag: false },
    disputeTransaction: { http: "POST", path: "/api/v1/sandbox/disputes", takes: "body", gives: "data", key: true, tag: false },
    simulateSuspendedTransfer: { http: "POST", path: "/api/v1/sandbox/suspense", takes: "body", gives: "data", key: true, tag: false },
    assignSuspendedTransfer: { http: "POST", path: "/api/v1/sandbox/suspense/{id}/assign", takes: "body", gives: "data", key: true, tag: false },
    listRails: { http: "GET", path: "/api/v1/sandbox/rails", takes: null, gives: "data", key: false, tag: false },
    updateRail: { http: "PUT", path: "/api/v1/sandbox/rails/{rail}", takes: "body", gives: "data", key: false, tag: false },
    getCardLimits: { http: "GET", path: "/api/v1/sandbox/card-limits", takes: null, gives: "data", key: false, tag: false },
    updateCardLimits: { http: "PUT", path: "/api/v1/sandbox/card-limits", takes: "body", gives: "data", key: false, tag: false },
    reset: { http: "POST", path: "/api/v1/sandbox/reset", takes: null, gives: "data", key: true, tag: false },
    getClock: { http: "GET", path: "/api/v1/sandbox/clock", takes: null, gives: "data", key: false, tag: false },
    moveClock: { http: "PUT", path: "/api/v1/sandbox/clock", takes: "body", gives: "data", key: false, tag: false },
    getStatement: { http: "GET", path: "/api/v1/sandbox/statement", takes: "query", gives: "text", key: false, tag: false },
    createExamples: { http: "POST", path: "/api/v1/sandbox/examples", takes: "body", gives: "data", key: true, tag: false },
    getExamples: { http: "GET", path: "/api/v1/sandbox/examples", takes: null, gives: "data", key: false, tag: false },
    createBusiness: { http: "POST", path: "/api/v1/sandbox/businesses", takes: "body", gives: "data", key: false, tag: false }
  },
  banks: {
    list: { http: "GET", path: "/api/v1/banks", takes: "query", gives: "data", key: false, tag: false },
    suggest: { http: "GET", path: "/api/v1/banks/suggest", takes: "query", gives: "data", key: false, tag: false }
  },
  accounts: {
    resolve: { http: "POST", path: "/api/v1/accounts/resolve", takes: "body", gives: "data", key: true, tag: false }
  }
};

// helpers/webhooks.mjs
var TOLERANCE_SECONDS = 300;
var encoder = new TextEncoder();
var WebhookError2 = class extends Error {
  constructor(status, reason, message) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
};
async function verifyWebhook({
  body,
  headers,
  secret,
  secrets = [secret],
  toleranceSeconds = TOLERANCE_SECONDS,
  now = Date.now()
}) {
  if (!secrets.every((one) => typeof one === "string" && one !== "")) {
    throw new TypeError("A webhook secret is missing.");
  }
  const read = (name) => {
    const value = typeof headers.get === "function" ? headers.get(name) : headers[name];
    return typeof value === "string" ? value : "";
  };
  const timestamp = read("x-service-timestamp");
  const signature = read("x-service-signature");
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new WebhookError2(400, "no_timestamp", "X-Service-Timestamp is missing or not a number.");
  }
  if (Math.abs(now / 1e3 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError2(400, "stale", "X-Service-Timestamp is too far from the current time.");
  }
  const bytes = bytesOf(body);
  const fits = await Promise.all(secrets.map((one) => isRight(one, timestamp, bytes, signature)));
  if (!fits.some(Boolean)) {
    throw new WebhookError2(
      401,
      "forged",
      "X-Service-Signature does not match this body and secret."
    );
  }
  const event = JSON.parse(new TextDecoder().decode(bytes));
  return { id: read("x-service-event-id"), attempt: Number(read("x-service-attempt")), ...event };
}
async function isRight(secret, timestamp, bytes, signature) {
  if (!/^[0-9a-f]{128}$/.test(signature)) return false;
  const key = await keyOf(secret, ["verify"]);
  const given = Uint8Array.from(signature.match(/../g), (pair) => Number.parseInt(pair, 16));
  return import_node_crypto.webcrypto.subtle.verify("HMAC", key, given, signedBytes(timestamp, bytes));
}
function bytesOf(body) {
  if (typeof body === "string") return encoder.encode(body);
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new Uint8Array(body);
  throw new TypeError("body must be the raw body: a string or bytes, not the parsed JSON.");
}
function keyOf(secret, uses) {
  const algorithm = { name: "HMAC", hash: "SHA-512" };
  return import_node_crypto.webcrypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, uses);
}
function signedBytes(timestamp, bytes) {
  const head = encoder.encode(`${timestamp}.`);
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  return all;
}

// clients/node/src/webhooks.ts
var BODY_BYTES_MAX = 1024 * 1024;
var webhooks = { verify, handle };
async function verify({
  body,
  headers,
  secret,
  tolerance
}) {
  try {
    const event = await verifyWebhook({
      body,
      headers: lowerCase(headers),
      secrets: [secret].flat(),
      ...tolerance !== void 0 && { toleranceSeconds: tolerance }
    });
    return event;
  } catch (error) {
    if (!(error instanceof WebhookError2)) throw error;
    throw new WebhookError(error.reason, error.message, { status: 400 });
  }
}
function handle(options, onEvent) {
  const { onError = (error) => console.error(error), ...how } = options;
  const answer = async (headers, read) => {
    try {
      await onEvent(await verify({ ...how, headers, body: await read() }));
      return { status: 200, text: "ok" };
    } catch (error) {
      if (error instanceof WebhookError) return { status: 400, text: error.message };
      onError(error);
      return { status: 500, text: "The event was not processed." };
    }
  };
  const handler = async (request, reply) => {
    if ("arrayBuffer" in request) {
      const { status: status2, text: text2 } = await answer(request.headers, () => request.arrayBuffer());
      return new Response(text2, { status: status2 });
    }
    if ("raw" in request) {
      const to2 = reply;
      const { status: status2, text: text2 } = await answer(request.raw.headers, () => bodyOf(request, request.raw));
      to2.code(status2);
      return to2.send(text2);
    }
    const to = reply;
    const { status, text } = await answer(request.headers, () => bodyOf(request, request));
    to.statusCode = status;
    to.setHeader("content-type", "text/plain");
    return to.end(text);
  };
  return handler;
}
async function bodyOf({ rawBody, body }, stream) {
  for (const one of [rawBody, body]) {
    if (typeof one === "string" || one instanceof Uint8Array) return one;
  }
  if (stream.readableEnded) {
    throw new TypeError(
      "The raw body is gone: it was parsed before this handler. With Express, use express.raw({ type: 'application/json' }) for this path, before express.json(). With Fastify, add a content type parser that keeps a buffer."
    );
  }
  const parts = [];
  let length = 0;
  for await (const part of stream) {
    const bytes = typeof part === "string" ? new TextEncoder().encode(part) : part;
    length += bytes.length;
    if (length > BODY_BYTES_MAX) throw new WebhookError("forged", "The body is too large.");
    parts.push(bytes);
  }
  const all = new Uint8Array(length);
  parts.reduce((at, part) => {
    all.set(part, at);
    return at + part.length;
  }, 0);
  return all;
}
function lowerCase(headers) {
  if (typeof headers.get === "function") return headers;
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(entries);
}

// clients/node/src/client.ts
var TIMEOUT_MS = 6e4;
var ATTEMPT_TIMEOUT_MS = 3e4;
var RETRIES_MAX = 3;
var BACKOFF_MS_FIRST = 500;
var BACKOFF_MS_MAX = 8e3;
var JITTER = 0.2;
var USER_AGENT = "cowrie-node/0.1.0";
var Cowrie = class extends Resources {
  constructor(options = {}) {
    super();
    const client = configured(options);
    for (const [resource, rows] of Object.entries(operations)) {
      const methods = Object.entries(rows).map(([name, row]) => [name, methodOf(client, row)]);
      const more = resource === "webhooks" ? webhooks : {};
      Object.assign(this, { [resource]: { ...Object.fromEntries(methods), ...more } });
    }
  }
};
function configured(options) {
  const environment = globalThis.process?.env;
  const key = options.secretKey ?? environment?.["COWRIE_SECRET_KEY"];
  const base = options.baseUrl ?? environment?.["COWRIE_URL"];
  if (!key?.startsWith("sk_")) {
    throw new TypeError("Pass secretKey, sk_test_\u2026 or sk_live_\u2026, or set COWRIE_SECRET_KEY.");
  }
  if (base === void 0 || !/^https?:$/.test(new URL(base).protocol)) {
    throw new TypeError("Pass baseUrl, such as https://pay.example.com, or set COWRIE_URL.");
  }
  return {
    base: base.replace(/\/+$/, ""),
    headers: {
      authorization: `Bearer ${key}`,
      "user-agent": USER_AGENT,
      "x-service-version": API_VERSION
    },
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
    options
  };
}
function methodOf(client, operation) {
  const names = operation.path.match(/\{\w+\}/g) ?? [];
  return (...given) => {
    const path = names.reduce(
      (made, name, i) => made.replace(name, segmentOf(name, given[i])),
      operation.path
    );
    const rest = given.slice(names.length);
    const params = operation.takes === null ? void 0 : rest.shift();
    const options = { ...rest[0] };
    if (operation.gives === "page") return listOf(client, { operation, path, params }, options);
    return send(client, { operation, path, params }, options);
  };
}
function segmentOf(name, value) {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
    throw new TypeError(`${name.slice(1, -1)} must be a non-empty string.`);
  }
  return encodeURIComponent(value);
}
function listOf(client, call, options) {
  const load = async (params) => {
    const { data, meta } = await send(client, { ...call, params }, options);
    const { page: _, ...rest } = { page: null, ...params };
    const nextPage = async () => meta.next ? load({ ...rest, cursor: meta.next }) : null;
    const page = { data, meta, hasMore: meta.next !== null, nextPage };
    return { ...page, [Symbol.asyncIterator]: () => recordsOf(page) };
  };
  const first = load(call.params);
  const iterate = async function* () {
    yield* recordsOf(await first);
  };
  return Object.assign(first, { [Symbol.asyncIterator]: iterate });
}
async function* recordsOf(first) {
  for (let page = first; page; page = await page.nextPage()) yield* page.data;
}
async function send(client, call, options) {
  const { operation } = call;
  const limits = { ...client.options, ...withoutUndefined(options) };
  const endsAt = Date.now() + (limits.timeout ?? TIMEOUT_MS);
  const key = operation.key ? options.idempotencyKey ?? import_node_crypto.webcrypto.randomUUID() : void 0;
  const request = requestOf(client, call, key, options.ifMatch);
  for (let retries = 0; ; retries++) {
    const leftMs = endsAt - Date.now();
    const ms = Math.min(limits.attemptTimeout ?? ATTEMPT_TIMEOUT_MS, leftMs);
    try {
      return readAnswer(operation, await attempt(client, request, ms, options.signal));
    } catch (error) {
      if (!(error instanceof CowrieError)) throw error;
      error.idempotencyKey = key;
      const waitMs = waitBefore(retries, error);
      const isOver = retries >= (limits.maxRetries ?? RETRIES_MAX) || waitMs >= endsAt - Date.now();
      if (isOver || !mayRepeat(operation, options, error)) throw error;
      await wait(waitMs, options.signal);
    }
  }
}
function requestOf({ base, headers }, call, key, ifMatch) {
  const { operation, path, params } = call;
  const url = new URL(base + path);
  const made = new Headers(headers);
  if (key !== void 0) made.set("idempotency-key", key);
  if (ifMatch !== void 0) made.set("if-match", ifMatch);
  if (operation.takes === "query") {
    for (const [name, value] of Object.entries(withoutUndefined(params ?? {}))) {
      url.searchParams.set(name, String(value));
    }
  }
  const body = operation.takes === "body" ? JSON.stringify(params ?? {}) : null;
  if (body !== null) made.set("content-type", "application/json");
  const { http: method } = operation;
  return { url: url.href, init: { method, headers: made, body, redirect: "manual" } };
}
async function attempt(client, { url, init }, ms, signal) {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const end = () => ended.abort();
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end);
  try {
    const response = await client.fetch(url, { ...init, signal: ended.signal });
    return {
      status: response.status,
      headers: response.headers,
      bytes: await response.arrayBuffer()
    };
  } catch (cause) {
    signal?.throwIfAborted();
    if (ended.signal.aborted) {
      throw new ConnectionError("timeout", `No response within ${Math.round(ms)} ms.`, { cause });
    }
    throw new ConnectionError("connection_failed", `${url} did not respond.`, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}
function readAnswer({ gives, tag }, { status, headers, bytes }) {
  const isGood = status >= 200 && status < 300;
  if (isGood && gives === "bytes") return new Uint8Array(bytes);
  const text = new TextDecoder().decode(bytes);
  if (isGood && gives === "text") return text;
  let json = null;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    if (isGood)
      throw new ConnectionError("invalid_response", "The response is not JSON.", { cause });
  }
  if (!isGood) throw new ApiError(status, headers, typeof json?.code === "string" ? json : null);
  if (gives !== "data") return json;
  const etag = tag ? headers.get("etag") : null;
  return etag === null ? json.data : { ...json.data, etag };
}
function mayRepeat({ http, key }, { ifMatch }, error) {
  const { status, code } = error;
  if (status === 429 || code === "idempotency_key_in_use") return true;
  if (http === "DELETE" || ifMatch !== void 0 && !key) return false;
  if (status === 503) return true;
  if (status === 502 || status === 504) return code.startsWith("http_");
  return error instanceof ConnectionError;
}
function waitBefore(retries, error) {
  const after = error instanceof ApiError ? error.retryAfter : void 0;
  const backoff = Math.min(BACKOFF_MS_FIRST * 2 ** retries, BACKOFF_MS_MAX);
  return (after === void 0 ? backoff : after * 1e3) * (1 + JITTER * Math.random());
}
function wait(ms, signal) {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
function withoutUndefined(from) {
  const entries = Object.entries(from).filter(([, value]) => value !== void 0);
  return Object.fromEntries(entries);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ApiError,
  ConnectionError,
  Cowrie,
  CowrieError,
  WebhookError,
  webhooks
});
