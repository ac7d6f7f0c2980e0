import type pg from 'pg'
import type { Mail } from './mailer.ts'

/** How many messages are kept; older ones go. */
const KEPT = 500

/** A message as the mailbox shows it. */
export interface StoredMail {
  to: string
  subject: string
  text: string
  html: string
  /** Addresses in the text, in order. */
  links: string[]
}

/** Where mail goes on an installation without a mail server: a table, so that it outlives restarts and is one for all processes. */
export class Mailbox {
  constructor(private readonly pool: pg.Pool) {}

  async keep({ to, subject, text, html }: Mail): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      `insert into local_server.mailbox (recipient, subject, body_text, body_html)
       values ($1, $2, $3, $4) returning id`,
      [to.toLowerCase(), subject, text, html],
    )
    await this.pool.query('delete from local_server.mailbox where id <= $1::bigint - $2', [rows[0]!.id, KEPT])
  }

  /**
   * @param to only the mail of this address
   * @returns newest first
   */
  async read(to?: string): Promise<StoredMail[]> {
    const { rows } = await this.pool.query<Omit<StoredMail, 'links'>>(
      `select recipient as to, subject, body_text as text, body_html as html from local_server.mailbox
       where $1::text is null or recipient = $1 order by id desc limit $2`,
      [to?.trim().toLowerCase() ?? null, KEPT],
    )
    return rows.map((mail) => ({ ...mail, links: linksIn(mail.text) }))
  }
}

/** @returns the http(s) addresses in a text */
export function linksIn(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"']+/g) ?? []
}
