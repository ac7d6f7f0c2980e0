/** What a provider says of a person. */
export interface ExternalIdentity {
  provider: string
  issuer: string
  /** Her number at the provider, which never changes. */
  subject: string
  email?: string
  /** Whether the provider has shown the address to be hers. */
  emailVerified: boolean
  name?: string
}
