import { api } from "@/shared/api/api";
import { formOf, type OnProgress, sendForm } from "./sendForm";

/** A picture that the server has checked and keeps; `upload` stands for it where something is saved. */
export interface Uploaded {
  upload: string;
}

const uploadsApi = api.injectEndpoints({
  endpoints: (build) => ({
    uploadPicture: build.mutation<Uploaded, { file: File; onProgress: OnProgress }>({
      queryFn: async ({ file, onProgress }, call) =>
        (await sendForm("/productimage/?flag=upload", formOf({ imageUrl: file }), call, onProgress)) as {
          data: Uploaded;
        },
    }),
  }),
});

export const { useUploadPictureMutation } = uploadsApi;
