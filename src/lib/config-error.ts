/** A value that cannot be used: one sentence for whoever starts the service. */
export class ConfigError extends Error {}
