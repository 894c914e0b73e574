import { createTransport } from 'nodemailer'
import type { MailConfig } from '../../fastify.config.ts'

/** Milliseconds. Connecting, the server's greeting, and each of its replies. */
const SMTP_TIMEOUT_MS = 10_000

interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends plain text e-mails. */
export interface Mailer {
  /** @throws Error if the mail server did not accept the e-mail */
  send(mail: Mail): Promise<void>
  close(): void
}

/**
 * Sends through the operator's mail server. Outside this machine the connection is always encrypted, because
 * an e-mail contains the address to set a password.
 */
export function openMailer({ host, port, secure, requireTls, auth, from }: MailConfig): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...(auth && { auth }),
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    // As an object, so that the address is never parsed as a list of addresses.
    send: async ({ to, ...mail }) =>
      void (await transport.sendMail({ from, to: { name: '', address: to }, ...mail })),
    close: () => transport.close(),
  }
}
