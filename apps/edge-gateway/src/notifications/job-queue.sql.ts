/** The schema of the job queue; its library creates it. */
export const workerSchema = "graphile_worker";
/** The job that delivers what is due for one application; its payload is `{application_id}`. */
export const deliverTask = "deliver_notifications";
