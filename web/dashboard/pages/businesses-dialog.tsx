import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Buttons, Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { paths } from '../paths.ts'
import { useAction } from '../use-action.ts'

/** A business in test mode, whose owner is invited. */
export function NewBusinessDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const open = useAction(() => post('/operator/businesses', { body: { name, email } }), {
    done: `The business is open, and an invitation goes to ${email}.`,
    refresh: ['/operator/businesses', '/operator/messages'],
    errors: 'form',
    onDone: ({ business_id }) => {
      onClose()
      void navigate({ to: paths.business(business_id) } as never)
    },
  })
  return (
    <Dialog
      title="New business"
      intro={
        'It begins in test mode, with play money and without keys. Its owner is invited ' +
        'by mail; where no mail server is set up, the invitation stands under Letters.'
      }
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => open.run()} error={open.error}>
        <TextField
          name="name"
          label="Name of the business"
          autoFocus
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <TextField
          name="email"
          label="E-mail of its owner"
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
        />
        <Buttons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={open.isBusy}>
            Open and invite
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}
