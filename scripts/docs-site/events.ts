// The page of events, from the webhooks of the API document: purpose and payload.

type Webhook = {
  post: {
    description: string
    requestBody: { content: { 'application/json': { example: unknown } } }
  }
}

export function eventsPage(api: object): string {
  const { webhooks } = api as { webhooks: Record<string, Webhook> }
  const parts = Object.entries(webhooks).map(([name, { post }]) => {
    const { example } = post.requestBody.content['application/json']
    return [
      `## ${name}`,
      post.description,
      `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    ].join('\n\n')
  })
  return [
    '# Event catalogue',
    'Every event that the service sends, with a full payload. [Webhooks](webhooks.md) explains how to ' +
      'receive them and verify their signature. Ignore events that you do not know: more are added.',
    ...parts,
  ].join('\n\n')
}
