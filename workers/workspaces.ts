import { serve } from '../src/adapters/rpc/parts';
import { openDatabase } from '../src/adapters/storage/schema';
import { createWorkspaces } from '../src/adapters/workspace/workspaces';

serve(createWorkspaces(() => openDatabase()));
