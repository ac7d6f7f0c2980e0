/** One message, ready to be sent. */
export interface Mail {
  to: string
  /** Betrays nothing: whoever looks over her shoulder sees it. */
  subject: string
  text: string
  html: string
  /** What it is for (`confirmation`, `recovery` …); for counting, never shown. */
  kind: string
}

/** What a door asks of the post: to take a message and be quick about it. */
export interface Mailer {
  /** Takes the message and returns at once; it is delivered later, tried again on failure. Never throws. */
  send(mail: Mail): void
}
