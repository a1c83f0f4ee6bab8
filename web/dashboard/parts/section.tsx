import { type ReactNode, useId } from 'react'

type Props = { title: string; actions?: ReactNode; intro?: ReactNode; children: ReactNode }

/** A part of a page, with its own title. */
export function Section({ title, actions, intro, children }: Props) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {intro && <p className="intro">{intro}</p>}
      {children}
    </section>
  )
}

/** On a surface of its own. */
export function Card({ children }: { children: ReactNode }) {
  return <div className="card">{children}</div>
}
