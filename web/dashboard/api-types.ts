// Written by `npm run generate` from docs/api/openapi.json. Do not edit.

export type Schemas = {
  Error: {
    status: 'error'
    code: string
    message: string
    errors?: ({
      field: string
      code: string
      message: string
    })[]
    attempts_left?: number
    verification_id?: string
    request_id: string
  }
  Transaction: {
    id: string
    domain: 'test' | 'live'
    reference: string
    status: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'
    amount: number
    requested_amount: number
    fees: number | null
    fees_breakdown: ({
      type: 'service' | 'vat'
      amount: number
    })[] | null
    net_amount: number | null
    currency: 'NGN'
    channel: 'card' | 'bank_transfer' | 'dedicated_virtual_account' | null
    gateway_response: string
    message: string | null
    paid_at: string | null
    created_at: string
    expires_at: string
    ip_address: string | null
    callback_url: string | null
    made_with: 'secret_key' | 'public_key' | 'payment_link' | 'deposit'
    displaced: boolean
    metadata: Record<string, unknown> | null
    customer: {
      id: string
      customer_code: string
      first_name: string
      last_name: string
      name: string
      email: string
      phone: string | null
    }
    authorization: Record<string, unknown> | null
    split: Record<string, unknown> | null
    log: {
      attempts: number
      errors: number
      history: ({
        type: 'action' | 'auth' | 'error' | 'success'
        message: string
        time: number
      })[]
    }
  }
  Deposit: {
    id: string
    domain: 'test' | 'live'
    status: 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused'
    reason: 'amount_too_low' | 'amount_too_high' | 'late' | 'already_paid' | 'closed' | null
    amount: number
    currency: 'NGN'
    account_number: string
    account_kind: 'one_off' | 'dedicated' | 'wallet'
    sender_name: string
    sender_bank_code: string
    sender_account_number: string
    narration: string
    session_id: string
    return_session_id: string | null
    transaction_id: string | null
    received_at: string
  }
  DedicatedVirtualAccount: {
    id: string
    domain: 'test' | 'live'
    account_number: string
    account_name: string
    bank: {
      name: string
      code: string
      slug: string
    }
    currency: 'NGN'
    tier: 1 | 3
    active: true
    assigned_at: string
    split_code: string | null
    customer: {
      id: string
      customer_code: string
      first_name: string
      last_name: string
      name: string
      email: string
      phone: string | null
      bvn: string | null
    }
    created_at: string
    updated_at: string
  }
  Verification: {
    _id: string
    clientId: string
    identityNumber: string
    type: 'BVN' | 'NIN'
    amount: number
    status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED'
    debitAccountNumber: string
    vat: number
    stampDuty: number
    isDeleted: boolean
    otpVerified: boolean
    otpResendCount: number
    createdAt: string
    updatedAt: string
    __v: number
    debitMessage: string
    debitResponsCode: number
    debitSessionId: string
    otpId: string
    domain: 'test' | 'live'
  }
  Payout: {
    id: string
    domain: 'test' | 'live'
    reference: string
    status: 'pending' | 'success' | 'failed'
    amount: number
    currency: 'NGN'
    bank: {
      name: string
      code: string
    }
    account_number: string
    account_name: string
    reason: string | null
    subaccount: string | null
    failure: string | null
    session_id: string | null
    created_at: string
    completed_at: string | null
  }
  Event: {
    id: string
    domain: 'test' | 'live'
    type: 'transaction.success' | 'transaction.failed' | 'transaction.abandoned' | 'transaction.displaced' | 'transfer.received' | 'bank_transfer.rejected' | 'refund.processed' | 'refund.failed' | 'payout.success' | 'payout.failed' | 'identity.verified' | 'dedicated_virtual_account.created' | 'card_testing.stopped' | 'subaccount.account_change' | 'webhook.test'
    created_at: string
    payload: string
    delivery: {
      status: 'pending' | 'delivered' | 'failed'
      address: 'standard' | 'dedicated_virtual_account'
      attempts: number
      next_at: string | null
      last_status: number | null
      last_error: string | null
    } | null
  }
  Refund: {
    id: string
    domain: 'test' | 'live'
    transaction: string
    transaction_reference: string
    status: 'pending' | 'processed' | 'failed'
    amount: number
    currency: 'NGN'
    reason: string | null
    channel: 'card' | 'bank_transfer' | 'dedicated_virtual_account'
    session_id: string | null
    failure: string | null
    created_at: string
    processed_at: string | null
  }
  Settlement: {
    id: string
    domain: 'test' | 'live'
    status: 'settled'
    subaccount: string | null
    amount: number
    currency: 'NGN'
    items: number
    paid_before: string
    settled_at: string
  }
  Customer: {
    id: string
    domain: 'test' | 'live'
    customer_code: string
    email: string
    first_name: string
    last_name: string
    name: string
    phone: string | null
    created_at: string
  }
}

export type Routes = {
  'DELETE /invitations/{invitation_id}': {
    params: {
      invitation_id: string
    }
    query: {}
    data: null
  }
  'DELETE /keys/{key_id}': {
    params: {
      key_id: string
    }
    query: {}
    data: {
      key_id: string
      domain: 'test' | 'live'
      kind: 'secret' | 'public'
      hint: string
      scopes: ('read' | 'export' | 'payments' | 'refunds' | 'payouts' | 'identity' | 'settings' | 'all')[]
      allowed_ips: (string)[]
      created_at: string
      made_by: string | null
      last_used_at: string | null
      last_used_from: string | null
      expires_at: string | null
      revoked_at: string | null
      left: number
    }
  }
  'DELETE /members/{login_id}': {
    params: {
      login_id: string
    }
    query: {
      revoke_keys?: 'true' | 'false'
    }
    data: {
      keys_revoked: number
    }
  }
  'DELETE /second-factor': {
    params: {}
    query: {}
    data: null
  }
  'DELETE /session': {
    params: {}
    query: {}
    data: null
  }
  'DELETE /sessions': {
    params: {}
    query: {}
    data: null
  }
  'DELETE /sessions/{session_id}': {
    params: {
      session_id: string
    }
    query: {}
    data: null
  }
  'DELETE /splits/{split_code}/subaccounts/{subaccount_code}': {
    params: {
      split_code: string
      subaccount_code: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      split_code: string
      name: string
      type: 'percentage' | 'flat'
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount: string | null
      active: boolean
      currency: 'NGN'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      created_at: string
      updated_at: string
    }
  }
  'GET /account-changes': {
    params: {}
    query: {}
    data: ({
      id: string
      domain: 'test' | 'live'
      subaccount: string
      status: 'waiting' | 'effective' | 'cancelled'
      from: {
        bank: {
          name: string
          code: string
        }
        account_number: string
        account_name: string
      }
      to: {
        bank: {
          name: string
          code: string
        }
        account_number: string
        account_name: string
      }
      asked_by: string
      effective_at: string | null
      decided_by: string | null
      decided_at: string | null
      created_at: string
    })[]
  }
  'GET /activation': {
    params: {}
    query: {}
    data: {
      state: 'not_asked' | 'asked' | 'active' | 'refused'
      asked_at: string | null
      decided_at: string | null
      legal_name: string | null
      registration_number: string | null
      contact_phone: string | null
      website: string | null
      note: string | null
    }
  }
  'GET /audit': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      number: number
      created_at: string
      mode: 'test' | 'live' | null
      email: string
      address: string
      action: string
      subject: string
      outcome: number | null
      request_id: string
      digest: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /balance': {
    params: {}
    query: {}
    data: {
      currency: 'NGN'
      available: number
      pending: number
      account: {
        account_number: string
        account_name: string
        bank: {
          name: string
          code: string
          slug: string
        }
      } | null
    }
  }
  'GET /balance/ledger': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      account?: 'available' | 'pending'
    }
    data: ({
      reason: string
      kind: 'post' | 'hold' | 'post_hold' | 'void_hold'
      amount: number
      balance: number
      currency: 'NGN'
      source: {
        type: string
        id: string
      }
      occurred_at: string
      created_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /banks': {
    params: {}
    query: {
      all?: 'true' | 'false'
    }
    data: ({
      name: string
      code: string
      slug: string
      nip_code: string | null
      type: 'commercial' | 'merchant' | 'payment_service' | 'microfinance' | 'mortgage' | 'finance'
    })[]
  }
  'GET /banks/suggest': {
    params: {}
    query: {
      account_number: string
    }
    data: ({
      name: string
      code: string
      slug: string
      nip_code: string | null
      type: 'commercial' | 'merchant' | 'payment_service' | 'microfinance' | 'mortgage' | 'finance'
    })[]
  }
  'GET /customers': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      q?: string
    }
    data: (Schemas['Customer'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /customers/{id}': {
    params: {
      id: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      customer_code: string
      email: string
      first_name: string
      last_name: string
      name: string
      phone: string | null
      created_at: string
      totals: {
        paid: number
        volume: number
        last_paid_at: string | null
      }
      dedicated_virtual_account: Schemas['DedicatedVirtualAccount'] | null
    }
  }
  'GET /dedicated-virtual-accounts': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      customer?: string
      account_number?: string
    }
    data: (Schemas['DedicatedVirtualAccount'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /dedicated-virtual-accounts/{id}': {
    params: {
      id: string
    }
    query: {}
    data: Schemas['DedicatedVirtualAccount']
  }
  'GET /deposits': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      status?: 'matched' | 'unmatched' | 'returning' | 'returned' | 'return_refused'
    }
    data: (Schemas['Deposit'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /deposits/quarantine': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      id: string
      reason: 'altered' | 'unreadable'
      session_id: string | null
      notified: Record<string, unknown>
      created_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /events': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      type?: 'transaction.success' | 'transaction.failed' | 'transaction.abandoned' | 'transaction.displaced' | 'transfer.received' | 'bank_transfer.rejected' | 'refund.processed' | 'refund.failed' | 'payout.success' | 'payout.failed' | 'identity.verified' | 'dedicated_virtual_account.created' | 'card_testing.stopped' | 'subaccount.account_change' | 'webhook.test'
      status?: 'pending' | 'delivered' | 'failed' | 'none'
      from?: string
      to?: string
    }
    data: (Schemas['Event'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /events/stream': {
    params: {}
    query: {
      since?: string
    }
    data: unknown
  }
  'GET /events/{id}': {
    params: {
      id: string
    }
    query: {}
    data: {
      event: Schemas['Event']
      attempts: ({
        attempt: number
        url: string
        status: number | null
        error: string | null
        latency_ms: number
        answer: string
        created_at: string
      })[]
    }
  }
  'GET /identity': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      status?: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED'
    }
    data: (Schemas['Verification'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /identity/{id}': {
    params: {
      id: string
    }
    query: {}
    data: {
      _id: string
      clientId: string
      identityNumber: string
      type: 'BVN' | 'NIN'
      amount: number
      status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED'
      debitAccountNumber: string
      vat: number
      stampDuty: number
      isDeleted: boolean
      otpVerified: boolean
      otpResendCount: number
      createdAt: string
      updatedAt: string
      __v: number
      debitMessage: string
      debitResponsCode: number
      debitSessionId: string
      otpId: string
      domain: 'test' | 'live'
      consent: {
        text: string
        ip: string | null
        at: string | null
      } | null
      accesses: ({
        how: 'validated' | 'validated_again' | 'replayed'
        key_id: string
        request_id: string
        ip_address: string
        created_at: string
      })[]
    }
  }
  'GET /invitations': {
    params: {}
    query: {}
    data: ({
      invitation_id: string
      email: string
      role: 'owner' | 'developer' | 'finance' | 'support'
      created_at: string
      expires_at: string
    })[]
  }
  'GET /keys': {
    params: {}
    query: {}
    data: ({
      key_id: string
      domain: 'test' | 'live'
      kind: 'secret' | 'public'
      hint: string
      scopes: ('read' | 'export' | 'payments' | 'refunds' | 'payouts' | 'identity' | 'settings' | 'all')[]
      allowed_ips: (string)[]
      created_at: string
      made_by: string | null
      last_used_at: string | null
      last_used_from: string | null
      expires_at: string | null
      revoked_at: string | null
    })[]
  }
  'GET /members': {
    params: {}
    query: {}
    data: ({
      login_id: string
      email: string
      name: string
      role: 'owner' | 'developer' | 'finance' | 'support'
      second_factor: boolean
      seen_at: string | null
      created_at: string
    })[]
  }
  'GET /members/{login_id}/keys': {
    params: {
      login_id: string
    }
    query: {}
    data: ({
      key_id: string
      domain: 'test' | 'live'
      kind: 'secret' | 'public'
      hint: string
      scopes: ('read' | 'export' | 'payments' | 'refunds' | 'payouts' | 'identity' | 'settings' | 'all')[]
      allowed_ips: (string)[]
      created_at: string
      made_by: string | null
      last_used_at: string | null
      last_used_from: string | null
      expires_at: string | null
      revoked_at: string | null
    })[]
  }
  'GET /operator/audit': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      number: number
      created_at: string
      mode: 'test' | 'live' | null
      email: string
      address: string
      action: string
      subject: string
      outcome: number | null
      request_id: string
      digest: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /operator/books': {
    params: {}
    query: {}
    data: {
      modes: ({
        mode: 'test' | 'live'
        accounts: ({
          account: string
          accounts: number
          debits_posted: number
          credits_posted: number
          debits_held: number
          credits_held: number
          balance: number
        })[]
        total: {
          debits_posted: number
          credits_posted: number
          debits_held: number
          credits_held: number
          difference: number
        }
      })[]
      running: {
        id: string
        state: 'asked' | 'running' | 'right' | 'wrong' | 'failed'
        asked_by: string
        asked_at: string
        started_at: string | null
        finished_at: string | null
        steps_done: number
        steps: number
        entries_read: number
        findings: number
        first_findings: (string)[]
      } | null
      last: {
        id: string
        state: 'asked' | 'running' | 'right' | 'wrong' | 'failed'
        asked_by: string
        asked_at: string
        started_at: string | null
        finished_at: string | null
        steps_done: number
        steps: number
        entries_read: number
        findings: number
        first_findings: (string)[]
      } | null
    }
  }
  'GET /operator/businesses': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      q?: string
      state?: 'not_asked' | 'asked' | 'active' | 'refused'
    }
    data: ({
      business_id: string
      name: string
      email: string
      created_at: string
      live_activated_at: string | null
      state: 'not_asked' | 'asked' | 'active' | 'refused'
      asked_at: string | null
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /operator/businesses/{business_id}': {
    params: {
      business_id: string
    }
    query: {}
    data: {
      business_id: string
      name: string
      email: string
      created_at: string
      live_activated_at: string | null
      activation: {
        state: 'not_asked' | 'asked' | 'active' | 'refused'
        asked_at: string | null
        decided_at: string | null
        legal_name: string | null
        registration_number: string | null
        contact_phone: string | null
        website: string | null
        note: string | null
      }
      modes: ({
        domain: 'test' | 'live'
        fees: {
          checkout_fee_basis_points: number
          checkout_fee_flat: number
          checkout_fee_flat_from: number
          checkout_fee_max: number
          dedicated_fee_basis_points: number
          dedicated_fee_max: number
        }
        settings: {
          settlement: 'instant' | 'T+1'
          expiry_seconds: number
          accept_overpayment: boolean
          require_signed_requests: boolean
          receipts: boolean
        }
        balances: {
          available: number
          pending: number
          unmatched: number
          fees: number
          vat: number
        }
        webhooks: ({
          which: 'standard' | 'dedicated_virtual_account'
          url: string | null
          failures: number
          failing_since: string | null
          disabled_at: string | null
        })[]
      })[]
    }
  }
  'GET /operator/chores': {
    params: {}
    query: {}
    data: {
      chores: ({
        name: string
        every_ms: number
        process: string
        is_running: boolean
        last_started_at: string | null
        last_finished_at: string | null
        last_duration_ms: number | null
        handled: number
        handled_at: string | null
        failures: number
        last_error: string | null
        last_failed_at: string | null
        backlog: number | null
      })[]
      backlogs: ({
        what: string
        chore: string | null
        count: number
        is_more: boolean
      })[]
    }
  }
  'GET /operator/messages': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      id: string
      channel: 'sms' | 'email'
      to: string
      subject: string | null
      text: string
      html: string | null
      otp: string | null
      created_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /operator/quarantine': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      mode?: 'test' | 'live'
    }
    data: ({
      id: string
      business_id: string
      domain: 'test' | 'live'
      reason: 'altered' | 'unreadable'
      rail: string
      session_id: string | null
      content: string
      created_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /operator/rails': {
    params: {}
    query: {}
    data: ({
      mode: 'test' | 'live'
      rail: 'bank' | 'card' | 'identity' | 'message'
      name: string | null
      state: 'up' | 'failing' | 'down' | 'quiet'
      last_success_at: string | null
      last_failure_at: string | null
      last_failure: 'down' | 'unknown' | 'threw' | null
      last_hour: {
        calls: number
        failures: number
        down: number
        unknown: number
        threw: number
        unanswered: number
        p50_ms: number | null
        p95_ms: number | null
      }
      windows: ({
        start: string
        calls: number
        failures: number
        down: number
        unknown: number
        threw: number
        unanswered: number
        p50_ms: number | null
        p95_ms: number | null
      })[]
    })[]
  }
  'GET /operator/reconciliation': {
    params: {}
    query: {}
    data: ({
      mode: 'test' | 'live'
      rail: string
      is_clean: boolean
      theirs: {
        total: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        matched: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        wrong_amount: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        duplicate: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        theirs_only: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
      }
      ours: {
        total: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        matched: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        wrong_amount: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
        ours_only: {
          credit: {
            count: number
            amount: number
          }
          debit: {
            count: number
            amount: number
          }
        }
      }
      ledger: {
        clearing: number
        movements: number
      }
      ties: {
        theirs: boolean
        ours: boolean
        pairs: boolean
        balances: boolean | null
        ledger: boolean
      }
      exceptions: {
        open: number
        closed: number
      }
      gaps: ({
        from: string
        to: string
      })[]
    })[]
  }
  'GET /operator/reconciliation/exceptions': {
    params: {}
    query: {
      page?: string
      perPage?: string
      mode?: 'test' | 'live'
      rail?: string
      class?: 'wrong_amount' | 'duplicate' | 'theirs_only' | 'ours_only'
    }
    data: ({
      id: string
      class: 'wrong_amount' | 'duplicate' | 'theirs_only' | 'ours_only'
      mode: 'test' | 'live'
      rail: string
      direction: 'credit' | 'debit'
      session_id: string
      bank_amount: number | null
      our_amount: number | null
      occurred_at: string
      first: string | null
      next: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /operator/suspense': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      mode?: 'test' | 'live'
      state?: 'open' | 'assigned'
    }
    data: ({
      id: string
      domain: 'test' | 'live'
      state: 'open' | 'assigned'
      rail: string
      amount: number
      account_number: string
      sender_name: string
      sender_bank_code: string
      sender_account_number: string
      narration: string
      session_id: string
      received_at: string
      assigned_account_number: string | null
      assigned_by: string | null
      assigned_at: string | null
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /operator/suspense/{id}/holder': {
    params: {
      id: string
    }
    query: {
      account_number: string
    }
    data: {
      account_number: string
      kind: 'dedicated' | 'wallet'
      name: string
      business_id: string
      business_name: string
    }
  }
  'GET /payment-links': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      id: string
      domain: 'test' | 'live'
      slug: string
      url: string
      name: string
      description: string | null
      amount: number | null
      min_amount: number | null
      max_amount: number | null
      currency: 'NGN'
      fields: ({
        label: string
        required: boolean
        variable_name: string
      })[]
      callback_url: string | null
      split_code: string | null
      channels: ('card' | 'bank_transfer')[] | null
      fee_bearer: 'business' | 'customer'
      active: boolean
      expires_at: string | null
      uses_max: number | null
      metadata: Record<string, unknown> | null
      payments: {
        succeeded: number
        amount: number
        open: number
      }
      created_at: string
      updated_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /payment-links/{id}': {
    params: {
      id: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      slug: string
      url: string
      name: string
      description: string | null
      amount: number | null
      min_amount: number | null
      max_amount: number | null
      currency: 'NGN'
      fields: ({
        label: string
        required: boolean
        variable_name: string
      })[]
      callback_url: string | null
      split_code: string | null
      channels: ('card' | 'bank_transfer')[] | null
      fee_bearer: 'business' | 'customer'
      active: boolean
      expires_at: string | null
      uses_max: number | null
      metadata: Record<string, unknown> | null
      payments: {
        succeeded: number
        amount: number
        open: number
      }
      created_at: string
      updated_at: string
    }
  }
  'GET /payment-links/{id}/qr.png': {
    params: {
      id: string
    }
    query: {}
    data: unknown
  }
  'GET /payment-links/{id}/qr.svg': {
    params: {
      id: string
    }
    query: {}
    data: unknown
  }
  'GET /payouts': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      status?: 'pending' | 'success' | 'failed'
      reference?: string
      subaccount?: string
      from?: string
      to?: string
    }
    data: (Schemas['Payout'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /payouts/{id}': {
    params: {
      id: string
    }
    query: {}
    data: Schemas['Payout']
  }
  'GET /refunds': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      transaction?: string
      status?: 'pending' | 'processed' | 'failed'
      from?: string
      to?: string
    }
    data: (Schemas['Refund'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /refunds/{id}': {
    params: {
      id: string
    }
    query: {}
    data: Schemas['Refund']
  }
  'GET /sandbox/card-limits': {
    params: {}
    query: {}
    data: {
      limits: 'on' | 'off' | 'paused' | 'stopped'
    }
  }
  'GET /sandbox/examples': {
    params: {}
    query: {}
    data: {
      state: 'none' | 'running' | 'done' | 'failed'
      done: number
      total: number
    }
  }
  'GET /sandbox/messages': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      id: string
      channel: 'sms' | 'email'
      to: string
      subject: string | null
      text: string
      html: string | null
      otp: string | null
      created_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /sandbox/rails': {
    params: {}
    query: {}
    data: ({
      rail: 'bank' | 'card' | 'identity' | 'message'
      outcome: 'down' | 'timeout' | 'refused' | null
      times: number
    })[]
  }
  'GET /sandbox/settlement': {
    params: {}
    query: {}
    data: {
      schedule: 'instant' | 'T+1'
    }
  }
  'GET /sandbox/statement': {
    params: {}
    query: {
      from?: string
      to?: string
      format?: 'csv' | 'json'
      faults?: string
      seed?: string
    }
    data: unknown
  }
  'GET /session': {
    params: {}
    query: {}
    data: {
      email: string
      name: string
      second_factor: boolean
      recovery_codes_left: number
      fresh_until: string
      is_operator: boolean
      businesses: ({
        business_id: string
        name: string
        role: 'owner' | 'developer' | 'finance' | 'support'
        live_activated_at: string | null
        permissions: (string)[]
      })[]
    }
  }
  'GET /sessions': {
    params: {}
    query: {}
    data: ({
      session_id: string
      created_at: string
      seen_at: string
      address: string
      agent: string
      is_current: boolean
    })[]
  }
  'GET /settings/account-changes': {
    params: {}
    query: {}
    data: {
      four_eyes: boolean
    }
  }
  'GET /settings/checkout': {
    params: {}
    query: {}
    data: {
      domain: 'test' | 'live'
      allowed_origins: (string)[]
      language: 'en' | 'pcm' | 'yo' | 'ha' | 'ig' | null
      logo: {
        url: string
        width: number
        height: number
      } | null
      default_callback_url: string | null
      expiry_seconds: number
      accept_overpayment: boolean
      require_signed_requests: boolean
    }
  }
  'GET /settings/fees': {
    params: {}
    query: {}
    data: {
      domain: 'test' | 'live'
      checkout: {
        basis_points: number
        flat: number
        flat_from: number
        max: number
      }
      dedicated: {
        basis_points: number
        flat: number
        flat_from: number
        max: number
      }
      vat_basis_points: number
      identity_fee: number
    }
  }
  'GET /settlements': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      subaccount?: string
    }
    data: (Schemas['Settlement'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /settlements/{id}': {
    params: {
      id: string
    }
    query: {}
    data: Schemas['Settlement']
  }
  'GET /settlements/{id}/items': {
    params: {
      id: string
    }
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      type: 'payment' | 'refund' | 'refund_returned'
      id: string
      reference: string | null
      channel: 'card' | 'bank_transfer' | 'dedicated_virtual_account' | null
      paid: number | null
      fees: number | null
      amount: number
      occurred_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /settlements/{id}/statement': {
    params: {
      id: string
    }
    query: {}
    data: unknown
  }
  'GET /splits': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      id: string
      domain: 'test' | 'live'
      split_code: string
      name: string
      type: 'percentage' | 'flat'
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount: string | null
      active: boolean
      currency: 'NGN'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      created_at: string
      updated_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /splits/{split_code}': {
    params: {
      split_code: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      split_code: string
      name: string
      type: 'percentage' | 'flat'
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount: string | null
      active: boolean
      currency: 'NGN'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      created_at: string
      updated_at: string
    }
  }
  'GET /statistics': {
    params: {}
    query: {
      from?: string
      to?: string
      by?: 'hour' | 'day'
    }
    data: {
      from: string
      to: string
      by: 'hour' | 'day'
      totals: {
        volume: number
        succeeded: number
        attempted: number
        fees: number
        deposits: {
          count: number
          amount: number
        }
        failed: number
        abandoned: number
        pending: number
        refunded: number
        success_rate_basis_points: number | null
      }
      buckets: ({
        start: string
        volume: number
        succeeded: number
        attempted: number
        fees: number
        deposits: {
          count: number
          amount: number
        }
      })[]
    }
  }
  'GET /subaccounts': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
    }
    data: ({
      id: string
      domain: 'test' | 'live'
      subaccount_code: string
      business_name: string
      bank: {
        name: string
        code: string
      }
      account_number: string
      account_name: string
      percentage_charge: number | null
      primary_contact_email: string | null
      metadata: Record<string, unknown> | null
      active: boolean
      currency: 'NGN'
      available: number
      pending: number
      created_at: string
      updated_at: string
    })[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /subaccounts/{subaccount_code}': {
    params: {
      subaccount_code: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      subaccount_code: string
      business_name: string
      bank: {
        name: string
        code: string
      }
      account_number: string
      account_name: string
      percentage_charge: number | null
      primary_contact_email: string | null
      metadata: Record<string, unknown> | null
      active: boolean
      currency: 'NGN'
      available: number
      pending: number
      created_at: string
      updated_at: string
    }
  }
  'GET /transactions': {
    params: {}
    query: {
      page?: string
      perPage?: string
      cursor?: string
      q?: string
      status?: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'
      channel?: 'card' | 'bank_transfer' | 'dedicated_virtual_account'
      customer?: string
      payment_link?: string
      reference?: string
      displaced?: 'true'
      amount_min?: string
      amount_max?: string
      from?: string
      to?: string
    }
    data: (Schemas['Transaction'])[]
    meta: {
      total: number
      page: number
      perPage: number
      pageCount: number
      next: string | null
    }
  }
  'GET /transactions/export': {
    params: {}
    query: {
      q?: string
      status?: 'pending' | 'ongoing' | 'success' | 'failed' | 'abandoned' | 'reversed'
      channel?: 'card' | 'bank_transfer' | 'dedicated_virtual_account'
      customer?: string
      payment_link?: string
      reference?: string
      displaced?: 'true'
      amount_min?: string
      amount_max?: string
      from?: string
      to?: string
    }
    data: unknown
  }
  'GET /transactions/initialize-public': {
    params: {}
    query: {
      key: string
      amount: string
      email: string
      name?: string
      reference?: string
      callback_url?: string
      split_code?: string
      channels?: string
      metadata?: string
    }
    data: {
      authorization_url: string
      access_code: string
      reference: string
      expires_at: string
      may_frame: boolean
    }
  }
  'GET /transactions/verify/{reference}': {
    params: {
      reference: string
    }
    query: {}
    data: Schemas['Transaction']
  }
  'GET /transactions/{id}': {
    params: {
      id: string
    }
    query: {}
    data: Schemas['Transaction']
  }
  'GET /transactions/{id}/timeline': {
    params: {
      id: string
    }
    query: {}
    data: {
      steps: ({
        at: string
        kind: 'started' | 'note' | 'card' | 'account' | 'transfer' | 'transfer_returned' | 'succeeded' | 'failed' | 'abandoned' | 'receipt' | 'settlement' | 'refund' | 'reversed'
        title: string
        detail: string | null
      })[]
      entries: ({
        entry_id: string
        created_at: string
        debit: string
        credit: string
        amount: number
        state: 'posted' | 'held' | 'hold_posted' | 'hold_voided'
        reason: string
      })[]
      events: ({
        id: string
        type: string
        created_at: string
        status: 'pending' | 'delivered' | 'failed' | 'none'
      })[]
      refunds: (Schemas['Refund'])[]
      split: {
        split_code: string
        name: string
        type: string
        bearer_type: string
        parts: ({
          party: 'service' | 'business' | 'subaccount'
          subaccount: string | null
          share: number | null
          amount: number | null
        })[]
      } | null
    }
  }
  'GET /webhooks': {
    params: {}
    query: {}
    data: {
      domain: 'test' | 'live'
      url: string | null
      dedicated_virtual_account_url: string | null
      events: (string)[]
      endpoints: {
        standard: {
          secret_hint: string
          old_secret_until: string | null
          failures: number
          failing_since: string | null
          next_probe_at: string | null
          disabled_at: string | null
          disabled_reason: 'gone' | 'failing' | null
        }
        dedicated_virtual_account: {
          secret_hint: string
          old_secret_until: string | null
          failures: number
          failing_since: string | null
          next_probe_at: string | null
          disabled_at: string | null
          disabled_reason: 'gone' | 'failing' | null
        }
      }
      notices: ({
        which: 'standard' | 'dedicated_virtual_account'
        kind: 'failing_24h' | 'failing_72h' | 'turned_off'
        since: string
        url: string
        created_at: string
      })[]
    }
  }
  'POST /account-changes/{change_id}/approve': {
    params: {
      change_id: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      subaccount: string
      status: 'waiting' | 'effective' | 'cancelled'
      from: {
        bank: {
          name: string
          code: string
        }
        account_number: string
        account_name: string
      }
      to: {
        bank: {
          name: string
          code: string
        }
        account_number: string
        account_name: string
      }
      asked_by: string
      effective_at: string | null
      decided_by: string | null
      decided_at: string | null
      created_at: string
    }
  }
  'POST /account-changes/{change_id}/cancel': {
    params: {
      change_id: string
    }
    query: {}
    data: {
      id: string
      domain: 'test' | 'live'
      subaccount: string
      status: 'waiting' | 'effective' | 'cancelled'
      from: {
        bank: {
          name: string
          code: string
        }
        account_number: string
        account_name: string
      }
      to: {
        bank: {
          name: string
          code: string
        }
        account_number: string
        account_name: string
      }
      asked_by: string
      effective_at: string | null
      decided_by: string | null
      decided_at: string | null
      created_at: string
    }
  }
  'POST /accounts/resolve': {
    params: {}
    query: {}
    body: {
      bank_code: string
      account_number: string
    }
    data: {
      account_name: string
      account_number: string
      bank_code: string
      check_digit_valid: boolean | null
    }
  }
  'POST /activation': {
    params: {}
    query: {}
    body: {
      legal_name: string
      registration_number: string
      contact_phone: string
      website?: string | null
    }
    data: {
      state: 'not_asked' | 'asked' | 'active' | 'refused'
      asked_at: string | null
      decided_at: string | null
      legal_name: string | null
      registration_number: string | null
      contact_phone: string | null
      website: string | null
      note: string | null
    }
  }
  'POST /bvn/resend': {
    params: {}
    query: {}
    body: {
      verification_id: string
    }
    data: Schemas['Verification']
  }
  'POST /bvn/validate': {
    params: {}
    query: {}
    body: {
      verification_id: string
      type: 'BVN' | 'NIN'
      otp: string
    }
    data: {
      _id: string
      clientId: string
      identityNumber: string
      type: 'BVN' | 'NIN'
      amount: number
      status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED'
      debitAccountNumber: string
      vat: number
      stampDuty: number
      isDeleted: boolean
      otpVerified: boolean
      otpResendCount: number
      createdAt: string
      updatedAt: string
      __v: number
      debitMessage: string
      debitResponsCode: number
      debitSessionId: string
      otpId: string
      domain: 'test' | 'live'
      providerResponse: {
        bvn: string
        fullName: string
        firstName: string
        middleName: string
        lastName: string
        dateOfBirth: string
        phoneNumber1: string
        phoneNumber2: string
        gender: string
        enrollmentBank: string
        enrollmentBranch: string
        email: string
        lgaOfOrigin: string
        lgaOfResidence: string
        maritalStatus: string
        nin: string
        nationality: string
        residentialAddress: string
        stateOfOrigin: string
        stateOfResidence: string
        title: string
        watchListed: string
        levelOfAccount: string
        registrationDate: string | null
        imageBase64: string
      }
    }
  }
  'POST /bvn/verify': {
    params: {}
    query: {}
    body: {
      type: 'BVN' | 'NIN'
      number: string
      consent?: {
        text: string
        ip?: string
        at?: string
      }
    }
    data: unknown
  }
  'POST /dedicated-virtual-accounts': {
    params: {}
    query: {}
    body: {
      customer: {
        first_name: string
        last_name: string
        email: string
        phone?: string
        bvn?: string
      }
      split_code?: string
    }
    data: Schemas['DedicatedVirtualAccount']
  }
  'POST /events/resend': {
    params: {}
    query: {}
    body: {
      from: string
      to: string
      only_failed?: boolean
    }
    data: {
      events: number
    }
  }
  'POST /events/{id}/resend': {
    params: {
      id: string
    }
    query: {}
    data: Schemas['Event']
  }
  'POST /identity/resend': {
    params: {}
    query: {}
    body: {
      verification_id: string
    }
    data: Schemas['Verification']
  }
  'POST /identity/validate': {
    params: {}
    query: {}
    body: {
      verification_id: string
      type: 'BVN' | 'NIN'
      otp: string
    }
    data: {
      _id: string
      clientId: string
      identityNumber: string
      type: 'BVN' | 'NIN'
      amount: number
      status: 'Pending' | 'SUCCESS' | 'FAILED' | 'LOCKED' | 'EXPIRED'
      debitAccountNumber: string
      vat: number
      stampDuty: number
      isDeleted: boolean
      otpVerified: boolean
      otpResendCount: number
      createdAt: string
      updatedAt: string
      __v: number
      debitMessage: string
      debitResponsCode: number
      debitSessionId: string
      otpId: string
      domain: 'test' | 'live'
      providerResponse: {
        bvn: string
        fullName: string
        firstName: string
        middleName: string
        lastName: string
        dateOfBirth: string
        phoneNumber1: string
        phoneNumber2: string
        gender: string
        enrollmentBank: string
        enrollmentBranch: string
        email: string
        lgaOfOrigin: string
        lgaOfResidence: string
        maritalStatus: string
        nin: string
        nationality: string
        residentialAddress: string
        stateOfOrigin: string
        stateOfResidence: string
        title: string
        watchListed: string
        levelOfAccount: string
        registrationDate: string | null
        imageBase64: string
      }
    }
  }
  'POST /identity/verify': {
    params: {}
    query: {}
    body: {
      type: 'BVN' | 'NIN'
      number: string
      consent?: {
        text: string
        ip?: string
        at?: string
      }
    }
    data: unknown
  }
  'POST /invitations': {
    params: {}
    query: {}
    body: {
      email: string
      role: 'owner' | 'developer' | 'finance' | 'support'
    }
    data: {
      invitation_id: string
      link: string | null
      expires_at: string
    }
  }
  'POST /invitations/accept': {
    params: {}
    query: {}
    body: {
      token: string
      name?: string
      password?: string
    }
    data: {
      business_id: string
    }
  }
  'POST /invitations/open': {
    params: {}
    query: {}
    body: {
      token: string
    }
    data: {
      email: string
      business_name: string
      role: 'owner' | 'developer' | 'finance' | 'support'
      has_login: boolean
    }
  }
  'POST /keys': {
    params: {}
    query: {}
    body: {
      kind: 'secret' | 'public'
      scopes?: ('read' | 'export' | 'payments' | 'refunds' | 'payouts' | 'identity' | 'settings' | 'all')[]
      allowed_ips?: (string)[]
    }
    data: {
      key_id: string
      key: string
    }
  }
  'POST /keys/{key_id}/roll': {
    params: {
      key_id: string
    }
    query: {}
    body: {
      overlap_hours: number
    }
    data: {
      key_id: string
      key: string
    }
  }
  'POST /operator/books/verify': {
    params: {}
    query: {}
    data: {
      modes: ({
        mode: 'test' | 'live'
        accounts: ({
          account: string
          accounts: number
          debits_posted: number
          credits_posted: number
          debits_held: number
          credits_held: number
          balance: number
        })[]
        total: {
          debits_posted: number
          credits_posted: number
          debits_held: number
          credits_held: number
          difference: number
        }
      })[]
      running: {
        id: string
        state: 'asked' | 'running' | 'right' | 'wrong' | 'failed'
        asked_by: string
        asked_at: string
        started_at: string | null
        finished_at: string | null
        steps_done: number
        steps: number
        entries_read: number
        findings: number
        first_findings: (string)[]
      } | null
      last: {
        id: string
        state: 'asked' | 'running' | 'right' | 'wrong' | 'failed'
        asked_by: string
        asked_at: string
        started_at: string | null
        finished_at: string | null
        steps_done: number
        steps: number
        entries_read: number
        findings: number
        first_findings: (string)[]
      } | null
    }
  }
  'POST /operator/businesses': {
    params: {}
    query: {}
    body: {
      name: string
      email: string
    }
    data: {
      business_id: string
      name: string
      email: string
      created_at: string
      live_activated_at: string | null
      activation: {
        state: 'not_asked' | 'asked' | 'active' | 'refused'
        asked_at: string | null
        decided_at: string | null
        legal_name: string | null
        registration_number: string | null
        contact_phone: string | null
        website: string | null
        note: string | null
      }
      modes: ({
        domain: 'test' | 'live'
        fees: {
          checkout_fee_basis_points: number
          checkout_fee_flat: number
          checkout_fee_flat_from: number
          checkout_fee_max: number
          dedicated_fee_basis_points: number
          dedicated_fee_max: number
        }
        settings: {
          settlement: 'instant' | 'T+1'
          expiry_seconds: number
          accept_overpayment: boolean
          require_signed_requests: boolean
          receipts: boolean
        }
        balances: {
          available: number
          pending: number
          unmatched: number
          fees: number
          vat: number
        }
        webhooks: ({
          which: 'standard' | 'dedicated_virtual_account'
          url: string | null
          failures: number
          failing_since: string | null
          disabled_at: string | null
        })[]
      })[]
    }
  }
  'POST /operator/businesses/{business_id}/activate': {
    params: {
      business_id: string
    }
    query: {}
    data: {
      business_id: string
      name: string
      email: string
      created_at: string
      live_activated_at: string | null
      activation: {
        state: 'not_asked' | 'asked' | 'active' | 'refused'
        asked_at: string | null
        decided_at: string | null
        legal_name: string | null
        registration_number: string | null
        contact_phone: string | null
        website: string | null
        note: string | null
      }
      modes: ({
        domain: 'test' | 'live'
        fees: {
          checkout_fee_basis_points: number
          checkout_fee_flat: number
          checkout_fee_flat_from: number
          checkout_fee_max: number
          dedicated_fee_basis_points: number
          dedicated_fee_max: number
        }
        settings: {
          settlement: 'instant' | 'T+1'
          expiry_seconds: number
          accept_overpayment: boolean
          require_signed_requests: boolean
          receipts: boolean
        }
        balances: {
          available: number
          pending: number
          unmatched: number
          fees: number
          vat: number
        }
        webhooks: ({
          which: 'standard' | 'dedicated_virtual_account'
          url: string | null
          failures: number
          failing_since: string | null
          disabled_at: string | null
        })[]
      })[]
      live_rail: boolean
    }
  }
  'POST /operator/businesses/{business_id}/refuse-activation': {
    params: {
      business_id: string
    }
    query: {}
    body: {
      note: string
    }
    data: {
      business_id: string
      name: string
      email: string
      created_at: string
      live_activated_at: string | null
      activation: {
        state: 'not_asked' | 'asked' | 'active' | 'refused'
        asked_at: string | null
        decided_at: string | null
        legal_name: string | null
        registration_number: string | null
        contact_phone: string | null
        website: string | null
        note: string | null
      }
      modes: ({
        domain: 'test' | 'live'
        fees: {
          checkout_fee_basis_points: number
          checkout_fee_flat: number
          checkout_fee_flat_from: number
          checkout_fee_max: number
          dedicated_fee_basis_points: number
          dedicated_fee_max: number
        }
        settings: {
          settlement: 'instant' | 'T+1'
          expiry_seconds: number
          accept_overpayment: boolean
          require_signed_requests: boolean
          receipts: boolean
        }
        balances: {
          available: number
          pending: number
          unmatched: number
          fees: number
          vat: number
        }
        webhooks: ({
          which: 'standard' | 'dedicated_virtual_account'
          url: string | null
          failures: number
          failing_since: string | null
          disabled_at: string | null
        })[]
      })[]
    }
  }
  'POST /operator/reconciliation/exceptions/{id}/close': {
    params: {
      id: string
    }
    query: {}
    body: {
      note: string
    }
    data: {
      id: string
    }
  }
  'POST /operator/suspense/{id}/assign': {
    params: {
      id: string
    }
    query: {}
    body: {
      account_number: string
      business_id?: string
    }
    data: Schemas['Deposit']
  }
  'POST /password/forgotten': {
    params: {}
    query: {}
    body: {
      email: string
    }
    data: null
  }
  'POST /password/reset': {
    params: {}
    query: {}
    body: {
      token: string
      password: string
    }
    data: {
      stage: string
    }
  }
  'POST /payment-links': {
    params: {}
    query: {}
    body: {
      name: string
      description?: string | null
      amount?: number | null
      min_amount?: number | null
      max_amount?: number | null
      fields?: ({
        label: string
        required?: boolean
      })[]
      callback_url?: string | null
      split_code?: string | null
      channels?: ('card' | 'bank_transfer')[] | null
      fee_bearer?: 'business' | 'customer'
      expires_at?: string | null
      uses_max?: number | null
      metadata?: Record<string, unknown> | null
      slug?: string
    }
    data: {
      id: string
      domain: 'test' | 'live'
      slug: string
      url: string
      name: string
      description: string | null
      amount: number | null
      min_amount: number | null
      max_amount: number | null
      currency: 'NGN'
      fields: ({
        label: string
        required: boolean
        variable_name: string
      })[]
      callback_url: string | null
      split_code: string | null
      channels: ('card' | 'bank_transfer')[] | null
      fee_bearer: 'business' | 'customer'
      active: boolean
      expires_at: string | null
      uses_max: number | null
      metadata: Record<string, unknown> | null
      payments: {
        succeeded: number
        amount: number
        open: number
      }
      created_at: string
      updated_at: string
    }
  }
  'POST /payouts': {
    params: {}
    query: {}
    body: {
      amount: number
      bank_code: string
      account_number: string
      reference?: string
      reason?: string
    }
    data: Schemas['Payout']
  }
  'POST /refunds': {
    params: {}
    query: {}
    body: {
      transaction: string
      amount?: number
      reason?: string
    }
    data: Schemas['Refund']
  }
  'POST /sandbox/examples': {
    params: {}
    query: {}
    body: {
      days: number
    }
    data: {
      state: 'none' | 'running' | 'done' | 'failed'
      done: number
      total: number
    }
  }
  'POST /sandbox/settlements': {
    params: {}
    query: {}
    data: (Schemas['Settlement'])[]
  }
  'POST /sandbox/transactions/{reference}/expire': {
    params: {
      reference: string
    }
    query: {}
    data: Schemas['Transaction']
  }
  'POST /sandbox/transactions/{reference}/pay': {
    params: {
      reference: string
    }
    query: {}
    body: {
      channel: 'card' | 'bank_transfer'
      amount?: number
      outcome?: 'success' | 'declined'
    }
    data: Schemas['Transaction']
  }
  'POST /sandbox/transfers': {
    params: {}
    query: {}
    body: {
      account_number: string
      amount: number
      sender_name?: string
      sender_bank_code?: string
      sender_account_number?: string
      narration?: string
      session_id?: string
    }
    data: Schemas['Deposit']
  }
  'POST /sandbox/wallet': {
    params: {}
    query: {}
    body: {
      amount: number
    }
    data: {
      available: number
      currency: 'NGN'
    }
  }
  'POST /second-factor': {
    params: {}
    query: {}
    data: {
      secret: string
      otpauth_url: string
      qr_svg: string
    }
  }
  'POST /second-factor/confirm': {
    params: {}
    query: {}
    body: {
      code: string
    }
    data: {
      recovery_codes: (string)[]
    }
  }
  'POST /second-factor/recovery-codes': {
    params: {}
    query: {}
    data: {
      recovery_codes: (string)[]
    }
  }
  'POST /session': {
    params: {}
    query: {}
    body: {
      email: string
      password: string
    }
    data: {
      stage: 'second_factor' | 'open'
    }
  }
  'POST /session/confirm': {
    params: {}
    query: {}
    body: {
      password: string
      code?: string
    }
    data: {
      fresh_until: string
    }
  }
  'POST /session/second-factor': {
    params: {}
    query: {}
    body: {
      code: string
    }
    data: {
      stage: 'second_factor' | 'open'
    }
  }
  'POST /splits': {
    params: {}
    query: {}
    body: {
      name: string
      type: 'percentage' | 'flat'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount?: string
    }
    data: {
      id: string
      domain: 'test' | 'live'
      split_code: string
      name: string
      type: 'percentage' | 'flat'
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount: string | null
      active: boolean
      currency: 'NGN'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      created_at: string
      updated_at: string
    }
  }
  'POST /splits/calculate': {
    params: {}
    query: {}
    body: {
      amount: number
      split_code?: string
      split?: {
        type: 'percentage' | 'flat'
        subaccounts: ({
          subaccount: string
          share: number
        })[]
        bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
        bearer_subaccount?: string
      }
      channel?: 'card' | 'bank_transfer' | 'dedicated_virtual_account'
    }
    data: {
      amount: number
      currency: 'NGN'
      fee: number
      vat: number
      business: number
      subaccounts: ({
        subaccount: string
        amount: number
      })[]
    }
  }
  'POST /splits/{split_code}/subaccounts': {
    params: {
      split_code: string
    }
    query: {}
    body: {
      subaccount: string
      share: number
    }
    data: {
      id: string
      domain: 'test' | 'live'
      split_code: string
      name: string
      type: 'percentage' | 'flat'
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount: string | null
      active: boolean
      currency: 'NGN'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      created_at: string
      updated_at: string
    }
  }
  'POST /subaccounts': {
    params: {}
    query: {}
    body: {
      business_name: string
      bank_code: string
      account_number: string
      percentage_charge?: number
      primary_contact_email?: string
      metadata?: Record<string, unknown>
    }
    data: {
      id: string
      domain: 'test' | 'live'
      subaccount_code: string
      business_name: string
      bank: {
        name: string
        code: string
      }
      account_number: string
      account_name: string
      percentage_charge: number | null
      primary_contact_email: string | null
      metadata: Record<string, unknown> | null
      active: boolean
      currency: 'NGN'
      available: number
      pending: number
      created_at: string
      updated_at: string
    }
  }
  'POST /transactions/initialize': {
    params: {}
    query: {}
    body: {
      amount: number
      email: string
      name: string
      callback_url?: string
      split_code?: string
      metadata?: Record<string, unknown>
      reference?: string
      currency?: 'NGN'
      channels?: ('card' | 'bank_transfer')[]
      phone?: string
      fee_bearer?: 'business' | 'customer'
    }
    data: {
      authorization_url: string
      access_code: string
      reference: string
      expires_at: string
    }
  }
  'POST /transactions/initialize-public': {
    params: {}
    query: {}
    data: {
      authorization_url: string
      access_code: string
      reference: string
      expires_at: string
      may_frame: boolean
    }
  }
  'POST /webhooks/reveal-secret': {
    params: {}
    query: {}
    body: {
      endpoint: 'webhook' | 'dedicated_virtual_account'
    }
    data: {
      secret: string
    }
  }
  'POST /webhooks/roll-secret': {
    params: {}
    query: {}
    body: {
      which: 'standard' | 'dedicated_virtual_account'
      overlap_hours: number
    }
    data: {
      domain: 'test' | 'live'
      which: 'standard' | 'dedicated_virtual_account'
      secret: string
      old_secret_until: string | null
    }
  }
  'POST /webhooks/test': {
    params: {}
    query: {}
    body: {
      which?: 'standard' | 'dedicated_virtual_account'
    }
    data: Schemas['Event']
  }
  'PUT /keys/{key_id}': {
    params: {
      key_id: string
    }
    query: {}
    body: {
      scopes?: ('read' | 'export' | 'payments' | 'refunds' | 'payouts' | 'identity' | 'settings' | 'all')[]
      allowed_ips?: (string)[]
    }
    data: {
      key_id: string
      domain: 'test' | 'live'
      kind: 'secret' | 'public'
      hint: string
      scopes: ('read' | 'export' | 'payments' | 'refunds' | 'payouts' | 'identity' | 'settings' | 'all')[]
      allowed_ips: (string)[]
      created_at: string
      made_by: string | null
      last_used_at: string | null
      last_used_from: string | null
      expires_at: string | null
      revoked_at: string | null
    }
  }
  'PUT /members/{login_id}': {
    params: {
      login_id: string
    }
    query: {}
    body: {
      role: 'owner' | 'developer' | 'finance' | 'support'
    }
    data: null
  }
  'PUT /operator/businesses/{business_id}/fees': {
    params: {
      business_id: string
    }
    query: {}
    body: {
      mode: 'test' | 'live'
      checkout_fee_basis_points?: number
      checkout_fee_flat?: number
      checkout_fee_flat_from?: number
      checkout_fee_max?: number
      dedicated_fee_basis_points?: number
      dedicated_fee_max?: number
    }
    data: {
      business_id: string
      name: string
      email: string
      created_at: string
      live_activated_at: string | null
      activation: {
        state: 'not_asked' | 'asked' | 'active' | 'refused'
        asked_at: string | null
        decided_at: string | null
        legal_name: string | null
        registration_number: string | null
        contact_phone: string | null
        website: string | null
        note: string | null
      }
      modes: ({
        domain: 'test' | 'live'
        fees: {
          checkout_fee_basis_points: number
          checkout_fee_flat: number
          checkout_fee_flat_from: number
          checkout_fee_max: number
          dedicated_fee_basis_points: number
          dedicated_fee_max: number
        }
        settings: {
          settlement: 'instant' | 'T+1'
          expiry_seconds: number
          accept_overpayment: boolean
          require_signed_requests: boolean
          receipts: boolean
        }
        balances: {
          available: number
          pending: number
          unmatched: number
          fees: number
          vat: number
        }
        webhooks: ({
          which: 'standard' | 'dedicated_virtual_account'
          url: string | null
          failures: number
          failing_since: string | null
          disabled_at: string | null
        })[]
      })[]
    }
  }
  'PUT /password': {
    params: {}
    query: {}
    body: {
      current_password: string
      password: string
    }
    data: null
  }
  'PUT /payment-links/{id}': {
    params: {
      id: string
    }
    query: {}
    body: {
      name?: string
      description?: string | null
      amount?: number | null
      min_amount?: number | null
      max_amount?: number | null
      fields?: ({
        label: string
        required?: boolean
      })[]
      callback_url?: string | null
      split_code?: string | null
      channels?: ('card' | 'bank_transfer')[] | null
      fee_bearer?: 'business' | 'customer'
      expires_at?: string | null
      uses_max?: number | null
      metadata?: Record<string, unknown> | null
      active?: boolean
    }
    data: {
      id: string
      domain: 'test' | 'live'
      slug: string
      url: string
      name: string
      description: string | null
      amount: number | null
      min_amount: number | null
      max_amount: number | null
      currency: 'NGN'
      fields: ({
        label: string
        required: boolean
        variable_name: string
      })[]
      callback_url: string | null
      split_code: string | null
      channels: ('card' | 'bank_transfer')[] | null
      fee_bearer: 'business' | 'customer'
      active: boolean
      expires_at: string | null
      uses_max: number | null
      metadata: Record<string, unknown> | null
      payments: {
        succeeded: number
        amount: number
        open: number
      }
      created_at: string
      updated_at: string
    }
  }
  'PUT /sandbox/card-limits': {
    params: {}
    query: {}
    body: {
      limits: 'on' | 'off' | 'paused' | 'stopped'
    }
    data: {
      limits: 'on' | 'off' | 'paused' | 'stopped'
    }
  }
  'PUT /sandbox/rails/{rail}': {
    params: {
      rail: 'bank' | 'card' | 'identity' | 'message'
    }
    query: {}
    body: {
      outcome: 'down' | 'timeout' | 'refused'
      times: number
    }
    data: {
      rail: 'bank' | 'card' | 'identity' | 'message'
      outcome: 'down' | 'timeout' | 'refused' | null
      times: number
    }
  }
  'PUT /sandbox/settlement': {
    params: {}
    query: {}
    body: {
      schedule: 'instant' | 'T+1'
    }
    data: {
      schedule: 'instant' | 'T+1'
    }
  }
  'PUT /settings/account-changes': {
    params: {}
    query: {}
    body: {
      four_eyes: boolean
    }
    data: {
      four_eyes: boolean
    }
  }
  'PUT /settings/checkout': {
    params: {}
    query: {}
    body: {
      allowed_origins?: (string)[]
      language?: 'en' | 'pcm' | 'yo' | 'ha' | 'ig' | null
      logo?: string | null
      default_callback_url?: string | null
      expiry_seconds?: number
      accept_overpayment?: boolean
      require_signed_requests?: boolean
    }
    data: {
      domain: 'test' | 'live'
      allowed_origins: (string)[]
      language: 'en' | 'pcm' | 'yo' | 'ha' | 'ig' | null
      logo: {
        url: string
        width: number
        height: number
      } | null
      default_callback_url: string | null
      expiry_seconds: number
      accept_overpayment: boolean
      require_signed_requests: boolean
    }
  }
  'PUT /splits/{split_code}': {
    params: {
      split_code: string
    }
    query: {}
    body: {
      name?: string
      subaccounts?: ({
        subaccount: string
        share: number
      })[]
      bearer_type?: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount?: string
      active?: boolean
    }
    data: {
      id: string
      domain: 'test' | 'live'
      split_code: string
      name: string
      type: 'percentage' | 'flat'
      bearer_type: 'account' | 'subaccount' | 'all' | 'all-proportional'
      bearer_subaccount: string | null
      active: boolean
      currency: 'NGN'
      subaccounts: ({
        subaccount: string
        share: number
      })[]
      created_at: string
      updated_at: string
    }
  }
  'PUT /subaccounts/{subaccount_code}': {
    params: {
      subaccount_code: string
    }
    query: {}
    body: {
      business_name?: string
      bank_code?: string
      account_number?: string
      percentage_charge?: number
      primary_contact_email?: string
      metadata?: Record<string, unknown>
      active?: boolean
    }
    data: {
      id: string
      domain: 'test' | 'live'
      subaccount_code: string
      business_name: string
      bank: {
        name: string
        code: string
      }
      account_number: string
      account_name: string
      percentage_charge: number | null
      primary_contact_email: string | null
      metadata: Record<string, unknown> | null
      active: boolean
      currency: 'NGN'
      available: number
      pending: number
      created_at: string
      updated_at: string
    }
  }
  'PUT /webhooks': {
    params: {}
    query: {}
    body: {
      url?: string | null
      dedicated_virtual_account_url?: string | null
      events?: (string)[]
    }
    data: {
      domain: 'test' | 'live'
      url: string | null
      dedicated_virtual_account_url: string | null
      events: (string)[]
      endpoints: {
        standard: {
          secret_hint: string
          old_secret_until: string | null
          failures: number
          failing_since: string | null
          next_probe_at: string | null
          disabled_at: string | null
          disabled_reason: 'gone' | 'failing' | null
        }
        dedicated_virtual_account: {
          secret_hint: string
          old_secret_until: string | null
          failures: number
          failing_since: string | null
          next_probe_at: string | null
          disabled_at: string | null
          disabled_reason: 'gone' | 'failing' | null
        }
      }
      notices: ({
        which: 'standard' | 'dedicated_virtual_account'
        kind: 'failing_24h' | 'failing_72h' | 'turned_off'
        since: string
        url: string
        created_at: string
      })[]
    }
  }
}
