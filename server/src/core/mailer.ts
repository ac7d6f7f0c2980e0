/**
 * Which way a message takes. `security` is for what must arrive whatever else is asked of the post: notices of security,
 * alerts and their follow-ups. It has places of its own in the queue and no other kind counts against it.
 */
export type Lane = 'ordinary' | 'security'

/** One message, ready to be sent. */
export interface Mail {
  to: string
  /** Betrays nothing: whoever looks over her shoulder sees it. */
  subject: string
  text: string
  html: string
  /** What it is for (`confirmation`, `recovery` …); for counting, never shown. */
  kind: string
  lane: Lane
}

/** What a door asks of the post: to take a message and be quick about it. */
export interface Mailer {
  /** Takes the message and returns at once; it is delivered later, tried again on failure. Never throws. */
  send(mail: Mail): void
}
