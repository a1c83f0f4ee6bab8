import type { DataOf } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Facts } from '../parts/facts.tsx'
import { Card, Section } from '../parts/section.tsx'
import { useBankName } from './bank-names.ts'

type Registry = Routes['providerResponse']
type Routes = DataOf<'POST', '/identity/validate'>
/** What the registry knows, and the number in full. Kept by nothing but the page that shows it. */
export type Details = Registry & { type: string; number: string }

const KNOWN: [name: string, of: keyof Registry][] = [
  ['Title', 'title'],
  ['Name', 'fullName'],
  ['First name', 'firstName'],
  ['Middle name', 'middleName'],
  ['Last name', 'lastName'],
  ['Born', 'dateOfBirth'],
  ['Gender', 'gender'],
  ['Marital status', 'maritalStatus'],
  ['Phone', 'phoneNumber1'],
  ['Other phone', 'phoneNumber2'],
  ['E-mail', 'email'],
  ['Address', 'residentialAddress'],
  ['Local government of residence', 'lgaOfResidence'],
  ['State of residence', 'stateOfResidence'],
  ['Local government of origin', 'lgaOfOrigin'],
  ['State of origin', 'stateOfOrigin'],
  ['Nationality', 'nationality'],
  ['BVN', 'bvn'],
  ['NIN', 'nin'],
  ['Enrolled at branch', 'enrollmentBranch'],
  ['Level of account', 'levelOfAccount'],
  ['Registered', 'registrationDate'],
]

export function Person({ details, onHide }: { details: Details; onHide: () => void }) {
  const { imageBase64, watchListed, fullName, enrollmentBank: bank } = details
  const bankName = useBankName()
  const known = KNOWN.map(([name, of]) => [name, details[of] || null] as const)
  return (
    <Section
      title="Who it is"
      intro="Shown now, and gone when you leave this page. Write down no more than you need."
      actions={
        <Button isSmall onClick={onHide}>
          Hide it
        </Button>
      }
    >
      <Card>
        <div className="person">
          {imageBase64 && (
            <img src={`data:${imageType(imageBase64)};base64,${imageBase64}`} alt={fullName} />
          )}
          <Facts
            of={{
              'Watch list':
                watchListed === 'YES' ? (
                  <strong className="wrong">On it: open no new account for them.</strong>
                ) : (
                  'Not on it'
                ),
              ...Object.fromEntries(known),
              'Enrolled at bank': bank ? bankName(bank) : null,
            }}
          />
        </div>
      </Card>
    </Section>
  )
}

/** By its first bytes, as base64 writes them. */
function imageType(base64: string): string {
  return base64.startsWith('/9j/') ? 'image/jpeg' : 'image/png'
}
