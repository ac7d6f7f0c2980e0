/** One text message. */
export interface Sms {
  /** International number, without the plus sign. */
  to: string
  text: string
}

/** What the auth API asks of the sender of text messages. */
export interface SmsSender {
  /** Takes the message and returns at once. Never throws. */
  send(sms: Sms): void
}
