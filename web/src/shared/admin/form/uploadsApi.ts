import { api } from "@/shared/api/api";
import { formOf, type OnProgress, sendForm } from "@/shared/api/sendForm";

/** An uploaded image that the server has checked. `upload` is its key for saving. */
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
