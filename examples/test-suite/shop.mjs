// A sample shop that takes payments, refunds them and pays its vendors, over the plain API.

/** `business`: what `cowrie.business()` returns. */
export function shopOf(business) {
  const wanted = async (method, path, body) => {
    const { status, data, code } = await business.call(method, path, body)
    if (status >= 300) throw new Error(code)
    return data
  }
  return {
    order: (reference, amount = 500_000) =>
      wanted('POST', '/transactions/initialize', {
        reference,
        amount,
        email: 'ada@example.com',
        name: 'Ada Example',
      }),
    /** As the customer would. */
    pay: (reference, how = { channel: 'card' }) =>
      wanted('POST', `/sandbox/transactions/${reference}/pay`, how),
    statusOf: async (reference) =>
      (await wanted('GET', `/transactions/verify/${reference}`)).status,
    refund: (transaction, amount) => wanted('POST', '/refunds', { transaction, amount }),
    payVendor: (reference, amount, account_number) =>
      wanted('POST', '/payouts', { reference, amount, bank_code: '058', account_number }),
    payout: (id) => wanted('GET', `/payouts/${id}`),
    balance: () => wanted('GET', '/balance'),
    payments: () => wanted('GET', '/transactions'),
  }
}
