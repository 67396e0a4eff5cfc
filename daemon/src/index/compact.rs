//! Writing the index anew without what was deleted: a delete only marks.

use super::{Index, IndexError};

/// How often a compaction that meets another merge tries again, and how long it waits each time.
const MERGE_TRIES: u32 = 200;
const MERGE_WAIT: std::time::Duration = std::time::Duration::from_millis(50);

impl Index {
    /// Writes all segments anew as one, without the words of memories that were deleted. Blocks until that is done.
    pub fn compact(&self) -> Result<(), IndexError> {
        self.write(|writer| {
            let mut metas = writer.index().load_metas()?;
            for tried in 1.. {
                let left = metas.segments.iter().filter(|meta| meta.num_docs() > 0);
                let segments: Vec<_> = left.map(|meta| meta.id()).collect();
                if segments.is_empty() {
                    break;
                }
                match writer.merge(&segments).wait() {
                    Ok(_) => break,
                    // Some of them are just being merged by the writer itself.
                    Err(tantivy::TantivyError::InvalidArgument(_)) if tried < MERGE_TRIES => {
                        std::thread::sleep(MERGE_WAIT);
                        metas = writer.index().load_metas()?;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            metas = writer.index().load_metas()?;
            if metas.segments.iter().all(|meta| meta.num_docs() == 0) && !metas.segments.is_empty()
            {
                // Of these tantivy's writer knows no more: there is nothing to be merged.
                writer.delete_all_documents()?;
                let mut prepared = writer.prepare_commit()?;
                if let Some(payload) = &metas.payload {
                    prepared.set_payload(payload);
                }
                prepared.commit()?;
            }
            self.reader.reload()?;
            self.show()?;
            writer.garbage_collect_files().wait()?;
            Ok(())
        })
    }
}
