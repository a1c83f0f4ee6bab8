// What a business is to know of a receiver of its own: listed with its webhooks, and mailed once.
// The mail is written by a feature above this one, which takes the notices that are due and says
// what became of them.

export { claimNotices, type NoticeMailed, recordNotice } from './notices.sql.ts'
