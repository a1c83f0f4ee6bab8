// Files that a person chooses.

/** Its content, as a `data:` URL. */
export function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

export function base64In(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1)
}

/** 48 KB, 1.2 MB */
export function bytes(size: number): string {
  const inKb = size / 1024
  if (inKb < 1024) return `${Math.max(1, Math.round(inKb))} KB`
  return `${Math.round((inKb / 1024) * 10) / 10} MB`
}
