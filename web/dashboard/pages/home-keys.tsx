import { useTestKeys } from '../own-keys.ts'
import { Go } from '../parts/go.tsx'
import { Section } from '../parts/page.tsx'
import { Copy, Facts } from '../parts/values.tsx'
import { paths } from '../paths.ts'

/** The keys that a business has from the beginning. Nothing for people who may not see them. */
export function TestKeys() {
  const { secret, public: open } = useTestKeys()
  if (!secret) return null
  return (
    <Section
      title="Your test keys"
      intro="For your server and your pages. They work now and move no real money."
      actions={<Go to={paths.keys()}>All keys</Go>}
    >
      <Facts
        of={{
          'Secret key': <Copy text={secret.key} shown={secret.hint} />,
          'Public key': open && <Copy text={open.key} shown={open.hint} />,
        }}
      />
    </Section>
  )
}
