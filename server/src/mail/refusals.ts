/** Answers by which a relay says that a mailbox will never take this. Source: RFC 5321, 4.2.3. */
const NO_MAILBOX = new Set([550, 551, 553, 556])

/** Whether a relay has said that it will never take this mail, so that there is no use in trying again. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && NO_MAILBOX.has(responseCode)
}
