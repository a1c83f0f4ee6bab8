import type { FlutterwaveStandIn } from './flutterwave.ts'
import type { MonnifyStandIn } from './monnify.ts'
import type { startMonoStandIn } from './mono.ts'
import type { PaystackStandIn } from './paystack.ts'
import { OWN_BANK } from './safehaven/books.ts'
import type { SafehavenStandIn } from './safehaven.ts'

// The settings of a service that uses the stand-ins as its live providers: all there are.

export type AllStandIns = {
  flutterwave: FlutterwaveStandIn
  monnify: MonnifyStandIn
  mono: Awaited<ReturnType<typeof startMonoStandIn>>
  paystack: PaystackStandIn
  safehaven: SafehavenStandIn
}

/** The end of the URL that Safe Haven notifies. */
export const CALLBACK_TOKEN = 'a-token-of-the-callback-address-of-ours'

/** `callbackUrl`: Safe Haven accepts https only. The stand-in's `reach` maps it to a real URL. */
export function environmentOf(
  { flutterwave, monnify, mono, paystack, safehaven }: AllStandIns,
  callbackUrl: string,
): Record<string, string> {
  return {
    COWRIE_PAYSTACK_SECRET_KEY: paystack.credentials.secretKey,
    COWRIE_PAYSTACK_URL: paystack.url,
    COWRIE_MONNIFY_API_KEY: monnify.credentials.apiKey,
    COWRIE_MONNIFY_SECRET_KEY: monnify.credentials.secretKey,
    COWRIE_MONNIFY_CONTRACT_CODE: monnify.credentials.contractCode,
    COWRIE_MONNIFY_WALLET_ACCOUNT: monnify.credentials.walletAccount,
    COWRIE_MONNIFY_URL: monnify.url,
    COWRIE_SAFEHAVEN_CLIENT_ID: safehaven.credentials.clientId,
    COWRIE_SAFEHAVEN_COMPANY_URL: safehaven.credentials.companyUrl,
    COWRIE_SAFEHAVEN_PRIVATE_KEY: safehaven.credentials.privateKey,
    COWRIE_SAFEHAVEN_ACCOUNT: safehaven.credentials.accountNumber,
    COWRIE_SAFEHAVEN_BANK_CODE: OWN_BANK,
    COWRIE_SAFEHAVEN_URL: safehaven.url,
    COWRIE_SAFEHAVEN_CALLBACK_URL: callbackUrl,
    COWRIE_SAFEHAVEN_CALLBACK_TOKEN: CALLBACK_TOKEN,
    COWRIE_FLUTTERWAVE_SECRET_KEY: flutterwave.credentials.secretKey,
    COWRIE_FLUTTERWAVE_HASH: flutterwave.credentials.hash,
    COWRIE_FLUTTERWAVE_OFFERS: 'cards,ussd,opay',
    COWRIE_FLUTTERWAVE_URL: flutterwave.url,
    COWRIE_FLUTTERWAVE_PAGE_ORIGIN: flutterwave.pageOrigin,
    COWRIE_MONO_SECRET_KEY: mono.credentials.secretKey,
    COWRIE_MONO_URL: mono.url,
  }
}
