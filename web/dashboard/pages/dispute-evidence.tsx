import { useState } from 'react'
import { type DataOf, get, post } from '../api.ts'
import { base64In, bytes, dataUrlOf } from '../files.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import { Field, TextArea, useField } from '../parts/field.tsx'
import { Section } from '../parts/page.tsx'
import { useDownload } from '../parts/progress.tsx'
import { useFormAction } from '../use-action.ts'

// The evidence in a dispute: what a business sends, and what was sent.

export type Evidence = Pick<DataOf<'GET', '/disputes/{id}'>, 'id' | 'evidence' | 'files'>
type FilePath = '/disputes/{id}/files/{number}' | '/operator/disputes/{id}/files/{number}'

const BYTES_MAX = 5 * 1024 * 1024
export const DISPUTE_REFRESH = ['/disputes', '/balance', '/transactions', '/statistics']

type Props = { id: string; filesMax: number; onClose: () => void }

export function EvidenceDialog({ id, filesMax, onClose }: Props) {
  const text = useField('text', '')
  const [files, setFiles] = useState<File[]>([])
  const wrong = wrongIn(files, filesMax)
  const send = useFormAction(
    async () => {
      const contents = await Promise.all(files.map(dataUrlOf))
      const sent = contents.map((one) => ({ content: base64In(one) }))
      const body = { text: text.value, ...(sent.length > 0 && { files: sent }) }
      return post('/disputes/{id}/evidence', { params: { id }, body })
    },
    { done: 'Evidence sent.', refresh: DISPUTE_REFRESH, onDone: onClose },
  )
  const draft = useFormAction(() => get('/disputes/{id}/draft', { params: { id } }), {
    refresh: [],
    onDone: (made) => text.onChange(made.text),
  })
  return (
    <FormDialog
      title="Send evidence"
      intro="You contest the dispute. Evidence is sent once, and cannot be changed afterwards."
      onClose={onClose}
      action={send}
      submit="Send evidence"
      why={wrong ?? (text.value.trim() === '' ? 'Write your evidence.' : undefined)}
    >
      {text.value.trim() === '' && (
        <div>
          <Button isSmall isBusy={draft.isBusy} onClick={() => draft.run()}>
            Start with a draft
          </Button>
        </div>
      )}
      <TextArea
        {...text}
        rows={8}
        label="Evidence"
        help="What you delivered, to whom and when, and how the customer was told."
      />
      {filesMax > 0 && (
        <Field name="files" label="Files" help={helpOn(filesMax)} wrong={wrong} isOptional>
          {(ids) => (
            <input
              {...ids}
              type="file"
              multiple={filesMax > 1}
              accept="application/pdf,image/png,image/jpeg"
              onChange={({ target }) => {
                send.reset()
                setFiles([...(target.files ?? [])])
              }}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

function helpOn(max: number): string {
  const most = max === 1 ? 'One PDF, PNG or JPEG' : `Up to ${max} PDF, PNG or JPEG`
  return `${most}, 5 MB together: a proof of delivery, an invoice, messages.`
}

function wrongIn(files: File[], max: number): string | undefined {
  if (files.length > max) return `Choose at most ${max}. Put all pages in one PDF.`
  const size = files.reduce((sum, one) => sum + one.size, 0)
  return size > BYTES_MAX ? `These are ${bytes(size)}: at most 5 MB together.` : undefined
}

/** What was sent. Files are saved, never shown in the page. */
export function SentEvidence({ of: { id, evidence, files }, by }: { of: Evidence; by: FilePath }) {
  return (
    <>
      {evidence !== null && <p className="evidence">{evidence}</p>}
      {files.length > 0 && (
        <div className="evidence-files">
          {files.map((one) => (
            <SaveFile key={one.number} id={id} file={one} by={by} />
          ))}
        </div>
      )}
    </>
  )
}

function SaveFile({ id, file, by }: { id: string; file: Evidence['files'][number]; by: FilePath }) {
  const { number, type, size } = file
  const saved = useDownload({ name: `evidence-${number}.${type}` })
  return (
    <Button
      icon="download"
      isSmall
      isBusy={saved.isBusy}
      onClick={() => saved.start(by, { params: { id, number: `${number}` } })}
    >
      {`File ${number}: ${type.toUpperCase()}, ${bytes(size)}`}
    </Button>
  )
}

export function EvidenceSection({ of }: { of: Evidence }) {
  return (
    <Section title="Your evidence">
      <SentEvidence of={of} by="/disputes/{id}/files/{number}" />
    </Section>
  )
}
