// What Flutterwave publishes, with its fields and other values: the reference of version 3, the
// documents of its Node client, and its pages about webhooks (docs/rails/flutterwave.md).

const customer = {
  id: 2374551,
  name: 'Anonymous customer',
  phone_number: '08012345678',
  email: 'ada@example.com',
  created_at: '2024-03-19T09:34:18.000Z',
}
const card = {
  first_6digits: '553188',
  last_4digits: '2950',
  issuer: 'MASTERCARD CREDIT',
  country: 'NIGERIA NG',
  type: 'MASTERCARD',
  expiry: '09/32',
}
const charge = {
  id: 4975363,
  tx_ref: '1710840858755-RND',
  flw_ref: 'FLW-M03K-781621',
  device_fingerprint: 'N/A',
  amount: 30300,
  currency: 'NGN',
  charged_amount: 30300,
  app_fee: 1174.9,
  merchant_fee: 0,
  processor_response: 'Approved',
  auth_model: 'AUTH',
  ip: '203.0.113.9',
  narration: 'CARD Transaction',
  status: 'successful',
  payment_type: 'card',
  created_at: '2024-03-19T09:34:27.000Z',
  account_id: 118468,
}
const page_info = { total: 43, current_page: 1, total_pages: 3, page_size: 20 }
const transfer = {
  id: 396432,
  account_number: '0690000040',
  bank_code: '044',
  full_name: 'Alexis Sample',
  created_at: '2023-03-11T01:14:21.000Z',
  currency: 'NGN',
  debit_currency: 'NGN',
  amount: 5500,
  fee: 26.875,
  status: 'NEW',
  reference: 'rent-of-may-1',
  meta: null,
  narration: 'Rent of May',
  complete_message: '',
  requires_approval: 0,
  is_approved: 1,
  bank_name: 'ACCESS BANK NIGERIA',
}

/** By the stand-in's name of the call. */
export const answers: Record<string, { data: unknown; meta?: unknown }> = {
  open_page: { data: { link: 'https://checkout.flutterwave.com/v3/hosted/pay/0a1b2c' } },
  verify: {
    data: {
      ...charge,
      meta: null,
      amount_settled: 29125.1,
      card: { ...card, token: 'flw-t1nf-0000000000-m03k' },
      customer,
    },
  },
  // Of a bank that asks for the customer: flutterwaveinc.mintlify.app, tokenization.
  charge_token: {
    data: {
      ...charge,
      redirect_url: 'https://pay.example/x',
      customer,
      card: { ...card, token: 'flw-t1nf-0000000000-m03k' },
      meta: { authorization: { mode: 'redirect', redirect: 'https://ravesandbox.example/x' } },
    },
  },
  transactions: {
    meta: { page_info },
    data: [{ ...charge, amount_settled: 29125.1, card, customer }],
  },
  create_refund: {
    data: {
      id: 75923,
      account_id: 73362,
      tx_id: 908790,
      flw_ref: 'URF_1577867664541_3572735',
      wallet_id: 74639,
      amount_refunded: 6900,
      status: 'completed',
      destination: 'payment_source',
      comments: 'Product out of stock.',
      meta: { source: 'availablebalance' },
      created_at: '2021-01-24T09:18:37.366Z',
    },
  },
  refunds: {
    meta: { page_info },
    data: [
      {
        id: 123,
        amount_refunded: 123,
        status: 'completed-mpgs',
        flw_ref: 'FLW-M03K-781621',
        comment: 'Product out of stock.',
        settlement_id: 'NEW',
        meta: '{"source":"availablebalance"}',
        created_at: '2021-01-24T09:18:37.000Z',
        account_id: 73362,
        transaction_id: 908790,
      },
    ],
  },
  settlements: {
    meta: { page_info },
    data: [
      {
        id: 41748,
        account_id: 73362,
        merchant_name: 'Sample Stores',
        merchant_email: 'store@example.com',
        settlement_account: '0031318432',
        bank_code: '063',
        transaction_date: '2020-01-01T04:00:00.000Z',
        due_date: '2020-01-01T04:00:00.000Z',
        processed_date: null,
        status: 'completed',
        is_local: true,
        currency: 'NGN',
        gross_amount: 122000,
        app_fee: 2108,
        merchant_fee: 0,
        chargeback: 0,
        refund: 0,
        stampduty_charge: 0,
        net_amount: 119892,
        destination: 'autowallet',
        created_at: '2020-01-02T01:30:00.000Z',
      },
    ],
  },
  balance: { data: { currency: 'NGN', available_balance: 2367840, ledger_balance: 253125.82 } },
  banks: { data: [{ id: 137, code: '011', name: 'First Bank of Nigeria' }] },
  resolve: { data: { account_number: '0690000032', account_name: 'Pastor Sample' } },
  charge: {
    data: {
      ...charge,
      status: 'pending',
      payment_type: 'ussd',
      fraud_status: 'ok',
      charge_type: 'normal',
      customer,
      payment_code: '4517159',
    },
    meta: {
      authorization: { mode: 'ussd', note: '*889*767*3406#', redirect: 'https://x.example' },
    },
  },
  create_account: {
    data: {
      response_code: '02',
      response_message: 'Transaction in progress',
      flw_ref: 'FLW-d3f049dad861484a9e1504309e07f615',
      order_ref: 'URF_1697705841802_5657135',
      account_number: '9465793923',
      frequency: 'N/A',
      bank_name: 'WEMA BANK',
      created_at: '2023-10-19 08:57:27',
      expiry_date: '2023-10-19 09:57:27',
      note: 'Please make a bank transfer to Sample Stores FLW',
      amount: '101.40',
    },
  },
  chargebacks: {
    meta: { page_info },
    data: [
      {
        id: 1390,
        amount: 100,
        flw_ref: 'URF_1600800139900_3999635',
        status: 'lost',
        stage: 'new',
        comment: 'Product not received',
        meta: {
          uploaded_proof: null,
          history: [
            { initiator: 'dispute', date: '2020-09-22T07:01:28.000Z', description: 'Dispute' },
            {
              action: 'lost',
              stage: 'new',
              date: '2020-09-23T04:03:05.000Z',
              description: 'No merchant response',
            },
          ],
        },
        due_date: '2020-09-23T15:59:59.000Z',
        settlement_id: 'N/A',
        created_at: '2020-09-22T19:01:28.000Z',
        transaction_id: 1554166,
        tx_ref: '10',
      },
    ],
  },
  create_transfer: { data: transfer },
  transfer: { data: { ...transfer, status: 'SUCCESSFUL', complete_message: 'Successful' } },
  find_transfer: { meta: { page_info }, data: [transfer] },
}

export const notifications: Record<string, object> = {
  'charge.completed': {
    event: 'charge.completed',
    data: { ...charge, customer, card },
  },
  'transfer.completed': {
    event: 'transfer.completed',
    data: (({ full_name, ...rest }) => ({ ...rest, fullname: full_name }))(transfer),
  },
  refund: {
    id: 89074,
    AmountRefunded: 70,
    status: 'completed-bank-transfer',
    FlwRef: 'URF-123',
    TransactionId: 123456,
  },
}
