import type { Permission, Role } from '../../../src/core/access.ts'

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  developer: 'Developer',
  finance: 'Finance',
  support: 'Support',
}

/** What each permission allows. docs/dashboard.md has these words too (`npm run generate`). */
export const PERMISSION_WORDS: Record<Permission, string> = {
  view: 'View payments, customers and money (identity numbers masked)',
  collect: 'Initialize payments, create payment links and account numbers',
  sandbox: 'Use the sandbox',
  refund: 'Refund payments',
  payout: 'Create payouts',
  share: 'Change subaccounts and splits',
  export: 'Export lists and statements',
  identity: 'Verify identities',
  webhooks: 'Change webhooks, view their secrets, resend events',
  keys: 'Create, roll and revoke API keys',
  settings: 'Change checkout settings',
  team: 'Invite and remove people, change roles',
  activate: 'Request live mode',
  audit: 'View the audit log',
}
