import { resolve } from '../../src/accounts/banks/resolve.ts'
import { call } from './call.routes.ts'
import { bankNumber, paystackBanks } from './records.ts'
import { accountNumberIn } from './transfers.routes.ts'

// Banks, countries and name enquiries.

const NIGERIA = {
  id: 1,
  name: 'Nigeria',
  iso_code: 'NG',
  default_currency_code: 'NGN',
  calling_code: '+234',
  active_for_dashboard_onboarding: true,
  pilot_mode: false,
  integration_defaults: {},
  relationships: {
    currency: { type: 'currency', data: ['NGN'], supported_currencies: {} },
    integration_feature: { type: 'integration_feature', data: [] },
    integration_type: { type: 'integration_type', data: [] },
    payment_method: { type: 'payment_method', data: ['card', 'bank_transfer'] },
  },
}

export const bankCalls = [
  call('GET /bank', null, async ({ context, query }) => {
    const country = query.text('country')?.toLowerCase() ?? 'nigeria'
    const isOurs =
      ['nigeria', 'ng'].includes(country) && (query.text('currency') ?? 'NGN') === 'NGN'
    return { message: 'Banks retrieved', data: isOurs ? paystackBanks(context) : [] }
  }),
  call('GET /country', null, async () => ({ message: 'Countries retrieved', data: [NIGERIA] })),
  call('GET /bank/resolve', 'POST /accounts/resolve', async ({ context, scope, own, query }) => {
    const accountNumber = accountNumberIn(query)
    const bankCode = query.needed('bank_code')
    const found = await resolve(context, scope, own, { bankCode, accountNumber })
    const data = {
      account_number: found.accountNumber,
      account_name: found.accountName,
      bank_id: bankNumber(context, found.bankCode),
    }
    return { message: 'Account number resolved', data }
  }),
]
