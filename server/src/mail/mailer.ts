/**
 * The lane of a message. `security` is for mails that must arrive whatever else is being sent: notices of security,
 * alerts and their follow-ups. It has places of its own in the queue and no other kind counts against it.
 */
export type MailLane = 'ordinary' | 'security'

/** One message, ready to be sent. */
export interface Mail {
  to: string
  /** Neutral: somebody looking over her shoulder can read it. */
  subject: string
  text: string
  html: string
  /** What it is for (`confirmation`, `recovery` …); for counting, never shown. */
  kind: string
  lane: MailLane
  /** The same at every attempt, so that a mailbox which got it twice can tell. */
  id?: string
}

/** What the APIs need of the mail system: it accepts a message without making them wait. */
export interface Mailer {
  /** Takes the message and returns at once; it is delivered later, tried again on failure. Never throws. */
  send(mail: Mail): void
}
