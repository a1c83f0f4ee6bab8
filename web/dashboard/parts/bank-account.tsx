import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, post } from '../api.ts'
import { useGet } from '../use-list.ts'
import { Combobox } from './combobox.tsx'
import { TextField, useDebounced } from './field.tsx'
import { Icon } from './icon.tsx'

// A bank account and its holder, which is resolved before any money is sent.

const NUMBER = /^\d{10}$/
const KEPT_MS = 3_600_000

type BankAccount = {
  bank: string
  number: string
  setBank: (code: string) => void
  setNumber: (digits: string) => void
  /** The holder's name as the bank writes it; null while unknown. */
  name: string | null
  isAsking: boolean
  error: unknown
  /** Why the form cannot be sent: the name is unknown. */
  why: string | undefined
}

export function useBankAccount(first: { bank: string; number: string }): BankAccount {
  const [bank = first.bank, setBank] = useState<string>()
  const [number = first.number, setNumber] = useState<string>()
  const isWhole = bank !== '' && NUMBER.test(number)
  const asked = useDebounced(isWhole ? `${bank}/${number}` : '')
  const { data, error, isFetching } = useQuery({
    queryKey: ['/accounts/resolve', asked],
    queryFn: () => {
      const [bank_code = '', account_number = ''] = asked.split('/')
      return post('/accounts/resolve', { body: { bank_code, account_number } })
    },
    enabled: asked !== '',
    staleTime: KEPT_MS,
    retry: false,
  })
  const isThis = isWhole && asked === `${bank}/${number}`
  const name = isThis && data ? data.account_name : null
  const isAsking = isWhole && (!isThis || isFetching)
  return {
    bank,
    number,
    setBank,
    setNumber: (digits) => setNumber(digits.replaceAll(/\D/g, '')),
    name,
    isAsking,
    error: isThis ? error : null,
    why: name === null ? whyNot(isWhole, isAsking) : undefined,
  }
}

function whyNot(isWhole: boolean, isAsking: boolean): string {
  if (!isWhole) return 'Enter the account number and choose the bank.'
  return isAsking ? 'Looking up the account holder.' : 'No such account at this bank.'
}

export function BankAccountFields({ of }: { of: BankAccount }) {
  return (
    <>
      <div className="pair">
        <TextField
          name="account_number"
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder="0000000000"
          value={of.number}
          onChange={of.setNumber}
        />
        <BankField of={of} />
      </div>
      <p className="holder" role="status" data-known={of.name === null ? undefined : ''}>
        <Holder of={of} />
      </p>
    </>
  )
}

function Holder({ of: { name, isAsking, error, why } }: { of: BankAccount }) {
  if (name !== null) {
    return (
      <>
        <Icon name="check" />
        <span>
          <span className="unseen">Account holder: </span>
          {name}
        </span>
      </>
    )
  }
  if (error && !isAsking) {
    return <span className="wrong">{error instanceof ApiError ? error.message : why}</span>
  }
  return isAsking ? <>Looking up the account holder …</> : <>The account holder appears here.</>
}

/** Used most, and so first while there is no account number to guess from. */
const FREQUENT = ['044', '058', '011', '033', '057', '999992', '50515', '999991', '50211']

function BankField({ of }: { of: BankAccount }) {
  const { data: banks = [] } = useGet('/banks', { query: { all: 'true' } })
  const { data: fitting = [] } = useGet('/banks/suggest', {
    query: { account_number: of.number },
    isOff: !NUMBER.test(of.number),
  })
  const nameOf = useBankName()
  const frequent = FREQUENT.map((code) => banks.find((bank) => bank.code === code))
  const likely = NUMBER.test(of.number)
    ? { title: 'Likely for this number', options: fitting.map(optionOf) }
    : { title: 'Frequent', options: frequent.filter((bank) => bank !== undefined).map(optionOf) }
  return (
    <Combobox
      name="bank_code"
      label="Bank"
      placeholder="Name or code"
      value={of.bank}
      shown={of.bank === '' ? '' : nameOf(of.bank)}
      onChange={of.setBank}
      empty="No bank has this name or code."
      groups={(typed) => {
        const fits = (bank: Bank) => says(bank, typed)
        const first = { ...likely, options: likely.options.filter(fits) }
        const others = banks.map(optionOf).filter((bank) => fits(bank) && !isIn(first, bank))
        return [first, { title: 'All banks', options: others }]
      }}
    />
  )
}

type Bank = { value: string; text: string }

function optionOf({ code, name }: { code: string; name: string }): Bank {
  return { value: code, text: name }
}

function isIn({ options }: { options: Bank[] }, { value }: Bank): boolean {
  return options.some((option) => option.value === value)
}

/** Each word that is typed begins a word of the name, or the code. */
function says({ text, value }: Bank, typed: string): boolean {
  const words = `${text} ${value}`.toLowerCase().split(/[^a-z0-9]+/)
  const wanted = typed.toLowerCase().split(/[^a-z0-9]+/)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}

/** The name of a bank by its code; the code while the names load. */
export function useBankName(): (code: string) => string {
  const { data = [] } = useGet('/banks', { query: { all: 'true' } })
  return (code) => data.find((bank) => bank.code === code || bank.nip_code === code)?.name ?? code
}
