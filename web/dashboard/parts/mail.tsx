import { useEffect, useRef, useState } from 'react'

// Shows the HTML of an email in a frame that runs no script, loads nothing and follows no link: the
// sandbox forbids scripts, and the page's policy, which the frame inherits, forbids the rest. The
// policy also forbids inline styles, so they are set by script after loading. Only this file turns
// text into HTML.

const HEIGHT_MAX = 640

type Policy = { createHTML: (text: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
/** The page's policy allows this name only, so nothing else can create one. */
const policy: Policy = factory?.createPolicy('mail', { createHTML: inert }) ?? { createHTML: inert }

/** Drops style sheets, and moves style attributes to data-style. */
function inert(html: string): string {
  return html
    .replaceAll(/<style\b[\s\S]*?<\/style>/gi, '')
    .replaceAll(/\sstyle=(["'])/gi, ' data-style=$1')
}

export function Mail({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(HEIGHT_MAX / 2)
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = policy.createHTML(html)
  }, [html])
  const onLoad = () => {
    const page = frame.current?.contentDocument
    if (!page) return
    for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset['style'] ?? ''
    }
    setHeight(Math.min(page.documentElement.scrollHeight, HEIGHT_MAX))
  }
  return (
    <iframe
      ref={frame}
      className="mail"
      title={title}
      // Lets this page set its styles; the frame itself runs no scripts.
      sandbox="allow-same-origin"
      style={{ blockSize: height }}
      onLoad={onLoad}
    />
  )
}
