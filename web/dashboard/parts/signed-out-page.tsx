import { type ReactNode, useEffect } from 'react'
import { ToastRegion } from './toast.tsx'

type Props = { title: string; intro?: ReactNode; foot?: ReactNode; children: ReactNode }

/** The frame of pages that need no sign-in. */
export function SignedOutPage({ title, intro, foot, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Cowrie`
  }, [title])
  return (
    <div className="gate">
      <header className="gate-brand">
        <span className="brand-mark">C</span>
        <span>Cowrie</span>
      </header>
      <main className="gate-card">
        <h1>{title}</h1>
        {intro && <p className="intro">{intro}</p>}
        {children}
      </main>
      {foot && <footer className="gate-foot">{foot}</footer>}
      <ToastRegion />
    </div>
  )
}
