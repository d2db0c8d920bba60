/** The name of a consumer: `mail status`. */
export const consumerText = (consumer: string) => consumer.replaceAll("_", " ");

/** The aggregate of an event: `gold rate 5`. */
export const aggregateText = (aggregate: string) => aggregate.replace(":", " ").replaceAll("_", " ");
