import { useNavigate } from '@tanstack/react-router'
import { type Schemas, send } from '../api.ts'
import { type Column, DataList } from '../parts/data-list.tsx'
import { DialogButton, FirstButton, FormDialog } from '../parts/dialog.tsx'
import { SelectField, TextArea, TextField, useField } from '../parts/field.tsx'
import { type Filter, Filters, useFilters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Badge, Money, Time, type Tone } from '../parts/values.tsx'
import { paths } from '../paths.ts'
import { isTest, useCan } from '../session.ts'
import { wordsOf } from '../states.ts'
import { useFormAction } from '../use-action.ts'
import { useList } from '../use-list.ts'

type Status = Schemas['Verification']['status']

export const VERIFICATION_STATES: Record<Status, { tone: Tone; text: string }> = {
  Pending: { tone: 'wait', text: 'Waiting for code' },
  SUCCESS: { tone: 'good', text: 'Verified' },
  FAILED: { tone: 'bad', text: 'No code was sent' },
  LOCKED: { tone: 'bad', text: 'Locked' },
  EXPIRED: { tone: 'plain', text: 'Expired' },
}

export const VERIFICATION_MEANING: Record<Status, string> = {
  Pending: 'A code was sent to the registered phone. The person gives it to you.',
  SUCCESS: 'The code was right. The details can be shown for 24 hours.',
  FAILED: 'The registry does not know the number or could not send a code. The fee was returned.',
  LOCKED: 'Five wrong codes were entered. Start a new verification.',
  EXPIRED: 'The code was not entered in time. Start a new verification.',
}

export const SHOWN_HOW: Record<'validated' | 'validated_again' | 'replayed', string> = {
  validated: 'With the code',
  validated_again: 'Again, with the code',
  replayed: 'The same request again',
}

type Verification = Schemas['Verification']

const FILTERS: Filter[] = [
  { kind: 'select', name: 'status', label: 'Status', options: wordsOf(VERIFICATION_STATES) },
]
const SENTENCE =
  'A verification confirms who a person is. They consent with a code sent to their phone.'
const BODY = { type: 'BVN', number: '00000000101' }

const COLUMNS: Column<Verification>[] = [
  { title: 'Number', cell: ({ type, identityNumber }) => `${type} ${identityNumber}` },
  { title: 'Status', cell: ({ status }) => <Badge state={status} of={VERIFICATION_STATES} /> },
  { title: 'Started', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Last changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  // The only amount of the API in naira.
  { title: 'Fee', isEnd: true, cell: ({ amount }) => <Money kobo={amount * 100} /> },
]

export function VerificationsPage() {
  const filters = useFilters(FILTERS)
  const list = useList('/identity', { query: filters.query })
  const { why } = useCan('identity')
  return (
    <Page
      title="Verifications"
      intro="Find out who a BVN or NIN belongs to, with their consent."
      actions={
        <DialogButton
          isNew
          look="main"
          icon="identity"
          why={why}
          dialog={(close) => <VerificationDialog onClose={close} />}
        >
          Verify a person
        </DialogButton>
      }
    >
      <Filters of={filters} />
      <DataList
        list={list}
        filters={filters}
        label="Verifications, newest first"
        columns={COLUMNS}
        rowKey={({ _id }) => _id}
        to={({ _id }) => paths.verification(_id)}
        empty={{
          sentence: SENTENCE,
          action: <FirstButton why={why}>Start your first verification</FirstButton>,
          ...(isTest && { curl: { method: 'POST', path: '/identity/verify', body: BODY } }),
        }}
      />
    </Page>
  )
}

const INTRO =
  'A code is sent to the phone registered for this number. The fee is ₦50.00; nothing if no ' +
  'code is sent.'

const ELEVEN = /^\d{11}$/
const TYPES = { BVN: 'BVN', NIN: 'NIN' }
const HELP = isTest ? 'In test mode any 11 digits work.' : '11 digits.'

/** Starts a verification: the owner of the number gets a code by phone. */
function VerificationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const type = useField('type', 'BVN')
  const number = useField('number', '')
  const consent = useField('consent.text', '')
  const begin = useFormAction(
    async (_, key) => {
      const text = consent.value.trim()
      const body = {
        type: type.value,
        number: number.value,
        ...(text !== '' && { consent: { text } }),
      }
      // The contract's answer has no `data`.
      const answer = await send('POST', '/identity/verify', { body, key })
      return answer as { verification_id: string }
    },
    {
      done: 'Code sent.',
      refresh: ['/identity', '/balance'],
      onDone: ({ verification_id }) => {
        onClose()
        void navigate({ to: paths.verification(verification_id) })
      },
    },
  )
  return (
    <FormDialog
      title="Verify a person"
      intro={INTRO}
      onClose={onClose}
      action={begin}
      submit="Send code"
      why={ELEVEN.test(number.value) ? undefined : 'Enter the 11 digits.'}
    >
      <div className="pair">
        <SelectField {...type} label="Kind" options={TYPES} />
        <TextField
          {...number}
          label={`${type.value} number`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={11}
          help={HELP}
          onChange={(text) => number.onChange(text.replaceAll(/\D/g, ''))}
        />
      </div>
      <TextArea
        {...consent}
        label="Consent"
        isOptional
        help="The wording that the person agreed to. Stored encrypted, as your proof."
      />
    </FormDialog>
  )
}
