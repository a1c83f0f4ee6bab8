import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useSearch, useSetSearch } from '../url.ts'
import { type Action, useFormAction } from '../use-action.ts'
import { Button, type Sentence } from './button.tsx'
import type { Column } from './data-list.tsx'
import { Checkbox, useCheckbox } from './field.tsx'
import { ActionForm, Buttons } from './form.tsx'
import { Icon } from './icon.tsx'
import { saveFile } from './progress.tsx'
import { Code } from './values.tsx'

type Props = {
  title: string
  onClose: () => void
  /** One line below the title. */
  intro?: ReactNode
  isWide?: boolean
  /** Only its own buttons close it, because its content is shown once. */
  isHeld?: boolean
  children: ReactNode
}

/**
 * Open while it is rendered. Buttons, Escape and a press outside close it; a press outside does
 * nothing once something has been typed, and Escape then asks.
 */
export function Dialog({ title, onClose, intro, isWide, isHeld, children }: Props) {
  const [opener] = useState(() => document.activeElement)
  const isTyped = useRef(false)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Radix.Root open onOpenChange={(open) => !open && !isHeld && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content
          className="dialog"
          data-wide={isWide ? '' : undefined}
          onInput={() => {
            isTyped.current = true
          }}
          onInteractOutside={(event) => {
            if (isTyped.current) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            if (!isTyped.current || isHeld) return
            event.preventDefault()
            setLeaving(true)
          }}
          onOpenAutoFocus={(event) => {
            if (focusFirst(event.currentTarget as HTMLElement)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAgain(opener)
          }}
          {...(!intro && { 'aria-describedby': undefined })}
        >
          <header>
            <Radix.Title>{title}</Radix.Title>
            {!isHeld && (
              <Radix.Close className="dialog-close" aria-label="Close">
                <Icon name="close" />
              </Radix.Close>
            )}
          </header>
          {intro && <Radix.Description className="intro">{intro}</Radix.Description>}
          {isLeaving && <Leaving onStay={() => setLeaving(false)} onLeave={onClose} />}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Asks before typed text is lost. */
function Leaving({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <div className="notice" role="alertdialog" aria-label="Discard what you typed?">
      <p>Discard what you typed?</p>
      <Buttons>
        <Button isSmall autoFocus onClick={onStay}>
          Keep editing
        </Button>
        <Button isSmall look="danger" onClick={onLeave}>
          Discard
        </Button>
      </Buttons>
    </div>
  )
}

/** Focuses the first field rather than the close button. */
function focusFirst(dialog: HTMLElement): boolean {
  const field = dialog.querySelector<HTMLElement>('form :is(input, select, textarea):enabled')
  field?.focus()
  return field !== null
}

/** Returns the focus to the opener or, if that is gone, to the title of the page. */
export function focusAgain(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const next = isThere ? opener : document.querySelector<HTMLElement>('#main h1')
  next?.focus({ preventScroll: true })
}

type FormDialogProps = Pick<Props, 'title' | 'intro' | 'isWide' | 'onClose'> &
  Omit<ComponentProps<typeof ActionForm>, 'onCancel'>

/** A dialog that is one form. */
export function FormDialog({ title, intro, isWide, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog {...{ title, intro, onClose }} isWide={isWide ?? false}>
      <ActionForm {...form} onCancel={onClose} />
    </Dialog>
  )
}

type ConfirmProps = {
  title: string
  /** What will happen, in one or two sentences. */
  children: ReactNode
  /** On the button: a verb. If it cannot be undone, a sentence that stands above it. */
  confirm: string | Sentence
  isDanger?: boolean
  onClose: () => void
  /** Close the dialog in its `onDone`. */
  action: Action<void>
}

/** Asks for confirmation. */
export function ConfirmDialog({ children, confirm, isDanger, ...dialog }: ConfirmProps) {
  return (
    <FormDialog {...dialog} submit={confirm} look={isDanger ? 'danger' : 'main'}>
      <div className="prose">{children}</div>
    </FormDialog>
  )
}

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  dialog: (onClose: () => void) => ReactNode
  /** Also opened by `?open=new` in the address, as by the search of everything. */
  isNew?: boolean
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, isNew = false, ...button }: DialogButtonProps) {
  const [isPressed, setPressed] = useState(false)
  const { open } = useSearch()
  const setSearch = useSetSearch()
  const isAsked = isNew && open === 'new' && button.why === undefined
  const close = () => {
    setPressed(false)
    if (isAsked) void setSearch({ open: undefined })
  }
  return (
    <>
      <Button {...button} onClick={() => setPressed(true)} />
      {(isPressed || isAsked) && dialog(close)}
    </>
  )
}

/** In an empty list: opens the dialog of the page's `isNew` button. */
export function FirstButton({
  why,
  children,
}: Pick<ComponentProps<typeof Button>, 'why' | 'children'>) {
  const setSearch = useSetSearch()
  return (
    <Button look="main" why={why} onClick={() => void setSearch({ open: 'new' })}>
      {children}
    </Button>
  )
}

type ConfirmButtonProps = Omit<ConfirmProps, 'confirm' | 'onClose' | 'action'> &
  Pick<ComponentProps<typeof Button>, 'why' | 'look' | 'isSmall'> & {
    /** The label of this button and of the one that confirms. */
    text: string
    work: () => Promise<unknown>
    /** The message after success. */
    done: string
    refresh: string[]
  }

/** A button that asks for confirmation before it acts. */
export function ConfirmButton({
  text,
  why,
  look = 'plain',
  isSmall,
  ...asked
}: ConfirmButtonProps) {
  return (
    <DialogButton
      {...{ why, look }}
      isSmall={isSmall ?? false}
      dialog={(close) => <Confirmed {...asked} confirm={text} onClose={close} />}
    >
      {text}
    </DialogButton>
  )
}

type ConfirmedProps = Omit<ConfirmProps, 'action'> &
  Pick<ConfirmButtonProps, 'work' | 'done' | 'refresh'>

function Confirmed({ work, done, refresh, ...dialog }: ConfirmedProps) {
  const action = useFormAction(work, { done, refresh, onDone: dialog.onClose })
  return <ConfirmDialog {...dialog} action={action} />
}

type RowDialog<Row> = {
  /** The label of the button. */
  text: string
  label: (row: Row) => string
  why?: (row: Row) => string | undefined
  dialog: (row: Row, onClose: () => void) => ReactNode
}

/** The last column of a table: a button in each row that opens a dialog. */
export function rowDialog<Row>({ text, label, why, dialog }: RowDialog<Row>): Column<Row> {
  return {
    title: 'Actions',
    isActions: true,
    isEnd: true,
    cell: (row) => (
      <DialogButton
        isSmall
        why={why?.(row)}
        aria-label={label(row)}
        dialog={(close) => dialog(row, close)}
      >
        {text}
      </DialogButton>
    ),
  }
}

type OnceProps = {
  title: string
  intro: ReactNode
  /** The text that is shown once. */
  text: string
  label: string
  /** The label of the confirmation: `I have kept the key`. Undefined: it can be shown again. */
  kept?: string | undefined
  /** Offers to save it as a file of this name. */
  fileName?: string
  onClose: () => void
}

/** A secret that is shown once. It closes after a person confirms that they kept it. */
export function ShowOnceDialog({ title, intro, text, label, kept, fileName, onClose }: OnceProps) {
  const confirmed = useCheckbox('kept', false)
  return (
    <Dialog title={title} intro={intro} isHeld={kept !== undefined} onClose={onClose}>
      <Code text={text} label={label} />
      {fileName !== undefined && (
        <div>
          <Button
            icon="download"
            isSmall
            onClick={() => saveFile(fileName, new Blob([`${text}\n`], { type: 'text/plain' }))}
          >
            Save as a file
          </Button>
        </div>
      )}
      {kept !== undefined && <Checkbox {...confirmed} label={kept} />}
      <div className="form">
        <Buttons>
          <Button
            look="main"
            why={
              confirmed.isOn || kept === undefined
                ? undefined
                : 'Confirm first that you have stored it: it is not shown again.'
            }
            onClick={onClose}
          >
            Close
          </Button>
        </Buttons>
      </div>
    </Dialog>
  )
}
