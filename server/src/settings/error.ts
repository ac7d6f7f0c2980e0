/** A setting that cannot be used; the message is one line that names the setting and what is wrong with it. */
export class SettingsError extends Error {}
